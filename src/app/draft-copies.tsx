import { lazy, Suspense, useMemo, useState } from 'react';
import { useHasAnswers } from '#answers/answers-context.tsx';
import { useSession } from '#session/use-session.ts';
import type { AccountAction } from '#shell/account-menu.tsx';
import { useApplication } from './application-context.ts';

const SaveDraftDialog = lazy(async () => ({
  default: (await import('#fields/save-draft-dialog.tsx')).SaveDraftDialog,
}));
const BringBackDialog = lazy(async () => ({
  default: (await import('#fields/bring-back-dialog.tsx')).BringBackDialog,
}));

/** Answers as a file: the ways to it in the account menu, and their dialogs. */
export function useDraftCopies() {
  const { clock } = useApplication();
  const hasAnswers = useHasAnswers();
  const isSubmitted = useSession().web_status === 'submitted';
  const [open, setOpen] = useState<'save' | 'bring-back'>();
  const close = () => setOpen(undefined);

  const actions = useMemo<readonly AccountAction[]>(
    () => [
      ...(hasAnswers ? [{ label: 'Save a copy of your answers', act: () => setOpen('save') }] : []),
      ...(isSubmitted ? [] : [{ label: 'Bring back answers from a copy', act: () => setOpen('bring-back') }]),
    ],
    [hasAnswers, isSubmitted],
  );
  const dialog = (
    <Suspense fallback={null}>
      {open === 'save' && <SaveDraftDialog now={clock.now} onClose={close} />}
      {open === 'bring-back' && <BringBackDialog onClose={close} />}
    </Suspense>
  );
  return { actions, dialog };
}
