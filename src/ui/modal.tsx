import type { ReactNode } from 'react';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(
  () => import('./modal-panel.tsx'),
  ({ ModalPanel }) => ModalPanel,
);

export interface ModalProps {
  readonly title: string;
  /** 30rem, 60rem or 80vw; on a tablet 30rem, 70vw or 90vw (specification §9). */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last: it is at the right, and on a phone on top. */
  readonly actions?: ReactNode;
  /** Stacks buttons that are too long to fit side by side, as on a phone. */
  readonly areActionsStacked?: boolean | undefined;
  /** Whether a press outside closes the dialog; Escape and Close always do. */
  readonly isDismissable?: boolean | undefined;
  /** The content is short enough for a screen reader to read it with the title. */
  readonly isBrief?: boolean | undefined;
}

/** A dialog over the page. Its code loads when the first dialog opens. */
export function Modal(props: ModalProps) {
  const ModalPanel = usePart(panel, props.isOpen);
  return ModalPanel === null ? null : <ModalPanel {...props} />;
}

/** Loads the code in advance, for a dialog that must open offline. */
export async function preloadModal(): Promise<void> {
  await panel.load();
}
