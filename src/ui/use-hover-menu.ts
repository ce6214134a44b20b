import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { MENU_CLOSE_DELAY_MS, MENU_HOVER_DELAY_MS, MENU_SKIP_DELAY_MS } from '#limits.ts';

/**
 * Opens a menu under a resting mouse, at once if it has just left it, and closes it when the mouse has left it. A menu
 * that was pressed open stays open, and one that was closed by hand stays closed.
 *
 * @returns whether the menu is pressed open, and the props of its button and of the menu
 */
export function useHoverMenu(isOpen: boolean, onOpenChange: (isOpen: boolean) => void) {
  const [isPressed, setIsPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closed = useRef<{ readonly by: 'mouse' | 'hand'; readonly at: number }>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function change(isOpening: boolean, by: 'mouse' | 'hand') {
    clearTimeout(timer.current);
    setIsPressed(isOpening && by === 'hand');
    closed.current = isOpening ? undefined : { by, at: performance.now() };
    onOpenChange(isOpening);
  }

  const hoverProps = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      // When the menu closes, the mouse may be over the button without having moved.
      const { by, at } = closed.current ?? { by: 'mouse', at: Number.NEGATIVE_INFINITY };
      const hasJustClosed = performance.now() - at < MENU_SKIP_DELAY_MS;
      if (isOpen || pointerType === 'touch' || (hasJustClosed && by === 'hand')) return;
      const delay = hasJustClosed ? 0 : MENU_HOVER_DELAY_MS;
      timer.current = setTimeout(() => change(true, 'mouse'), delay);
    },
    onPointerLeave: () => {
      clearTimeout(timer.current);
      if (isOpen && !isPressed) timer.current = setTimeout(() => change(false, 'mouse'), MENU_CLOSE_DELAY_MS);
    },
  };
  return {
    isPressed,
    hoverProps,
    press: () => change(!isOpen || !isPressed, 'hand'),
    close: () => change(false, 'hand'),
  };
}
