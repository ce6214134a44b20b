import { type ReactNode, Suspense, lazy } from 'react';

const importPanel = () => import('./modal-panel.tsx');
const ModalPanel = lazy(() => importPanel().then((module) => ({ default: module.ModalPanel })));

export interface ModalProps {
  readonly title: string;
  /** 30rem, 60rem or 80vw; on a tablet 30rem, 70vw or 90vw (specification §9). */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one first. */
  readonly actions?: ReactNode;
  /** Whether a press outside closes it; Escape and Close always do. */
  readonly isDismissable?: boolean | undefined;
  /** Interrupts with a question, as a confirmation does. */
  readonly isAlert?: boolean | undefined;
  readonly closeLabel?: string | undefined;
}

/** A dialog over the page. Its code comes with the first one opened. */
export function Modal(props: ModalProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense>
      <ModalPanel {...props} />
    </Suspense>
  );
}

/** Fetches the code before it is needed: a dialog that must open without a network. */
export async function preloadModal(): Promise<void> {
  await importPanel();
}
