import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { MENU_CLOSE_DELAY_MS, MENU_HOVER_DELAY_MS, MENU_SKIP_DELAY_MS } from '#limits.ts';

/**
 * Opens a menu under a resting mouse, at once if it has just closed, and closes it when the mouse has left it. A menu
 * that was pressed open stays open.
 *
 * @returns whether the menu is pressed open, and the props of its button and of the menu
 */
export function useHoverMenu(isOpen: boolean, onOpenChange: (isOpen: boolean) => void) {
  const [isPressed, setIsPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasJustClosed = useRef(false);
  const skipTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      clearTimeout(skipTimer.current);
    },
    [],
  );

  function change(isOpening: boolean, isPress: boolean) {
    clearTimeout(timer.current);
    setIsPressed(isOpening && isPress);
    hasJustClosed.current = !isOpening;
    clearTimeout(skipTimer.current);
    skipTimer.current = setTimeout(() => {
      hasJustClosed.current = false;
    }, MENU_SKIP_DELAY_MS);
    onOpenChange(isOpening);
  }

  const hoverProps = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (isOpen || pointerType === 'touch') return;
      timer.current = setTimeout(() => change(true, false), hasJustClosed.current ? 0 : MENU_HOVER_DELAY_MS);
    },
    onPointerLeave: () => {
      clearTimeout(timer.current);
      if (isOpen && !isPressed) timer.current = setTimeout(() => change(false, false), MENU_CLOSE_DELAY_MS);
    },
  };
  return {
    isPressed,
    hoverProps,
    press: () => change(!isOpen || !isPressed, true),
    close: () => change(false, false),
  };
}
