import type { ModalProps } from './modal-panel.tsx';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(() => import('./modal-panel.tsx'));

/** A dialog over the page. Its code loads when the first dialog opens. */
export function Modal(props: ModalProps) {
  const ModalPanel = usePart(panel, props.isOpen, true)?.ModalPanel;
  return ModalPanel === undefined ? null : <ModalPanel {...props} />;
}
