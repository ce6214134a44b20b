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
  /** Buttons at the foot, the main one last: at the right, and on a phone on top. */
  readonly actions?: ReactNode;
  /** They are too long to stand side by side: one above the other, as on a phone. */
  readonly areActionsStacked?: boolean | undefined;
  /** Whether a press outside closes it; Escape and Close always do. */
  readonly isDismissable?: boolean | undefined;
  readonly closeLabel?: string | undefined;
  /** Short enough to be read out with its title. */
  readonly isBrief?: boolean | undefined;
}

/** A dialog over the page. Its code comes with the first one opened. */
export function Modal(props: ModalProps) {
  const ModalPanel = usePart(panel, props.isOpen);
  return ModalPanel === null ? null : <ModalPanel {...props} />;
}

/** Fetches the code before it is needed: a dialog that must open without a network. */
export async function preloadModal(): Promise<void> {
  await panel.load();
}
