import type { ConfirmProps } from './confirm-panel.tsx';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(() => import('./confirm-panel.tsx'));

/** Asks for confirmation before an action that cannot be undone. The harmless answer has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  const ConfirmPanel = usePart(panel, props.isOpen, true)?.ConfirmPanel;
  return ConfirmPanel === undefined ? null : <ConfirmPanel {...props} />;
}

/** Loads the code of this and every other dialog, for those that must open offline. */
export async function preloadDialogs(): Promise<void> {
  await panel.load();
}
