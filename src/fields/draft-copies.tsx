import { useMemo, useState } from 'react';
import { useApplication, useHasAnswers, useWho } from '#application/hooks.ts';
import { definePart, usePart } from '#ui/use-part.ts';

const saveDialog = definePart(() => import('./save-draft-dialog.tsx'));
const bringBackDialog = definePart(() => import('./bring-back-dialog.tsx'));

/** Saving answers to a file and loading them back: the entries of the account menu, and their dialogs. */
export function useDraftCopies() {
  const { clock } = useApplication();
  const hasAnswers = useHasAnswers();
  const isSubmitted = useWho().web_status === 'submitted';
  const [open, setOpen] = useState<'save' | 'bring-back'>();
  const close = () => setOpen(undefined);
  const SaveDraftDialog = usePart(saveDialog, open === 'save', true)?.SaveDraftDialog;
  const BringBackDialog = usePart(bringBackDialog, open === 'bring-back', true)?.BringBackDialog;

  const actions = useMemo(
    () => [
      ...(hasAnswers ? [{ label: 'Save a copy of your answers', act: () => setOpen('save') }] : []),
      ...(isSubmitted ? [] : [{ label: 'Bring back answers from a copy', act: () => setOpen('bring-back') }]),
    ],
    [hasAnswers, isSubmitted],
  );
  const dialog = (
    <>
      {SaveDraftDialog !== undefined && <SaveDraftDialog now={clock.now} onClose={close} />}
      {BringBackDialog !== undefined && <BringBackDialog onClose={close} />}
    </>
  );
  return { actions, dialog };
}
