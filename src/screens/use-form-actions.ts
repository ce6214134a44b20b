import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAnswersFacade, useHasAnswers } from '#answers/answers-context.tsx';
import { SUBMITTED } from '#contract/sentences.ts';
import { useFormStanding } from '#fields/form-context.tsx';
import type { Page } from '#form/page.ts';
import { useSession, useSessionActions } from '#session/use-session.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { toasts } from '#ui/toast-queue.ts';

/** A page change waits at most this long for the save. The outbox goes on after that. */
const SAVE_PATIENCE_MS = 1500;
/** The source of the error that a failed submission shows. */
export const SUBMISSION = 'submission';

type Pending = 'save' | 'continue' | 'submit';

/** Save, Continue, Submit, and leaving by the navigation, as specification §4 requires. */
export function useFormActions(page: Page) {
  const navigate = useNavigate();
  const session = useSession();
  const { changedPage, submit } = useSessionActions();
  const answers = useAnswersFacade();
  const { own, today } = useFormStanding();
  const hasAnswers = useHasAnswers();
  const [pending, setPending] = useState<Pending>();
  const [saves, setSaves] = useState(0);
  const [awaitedFiles, setAwaitedFiles] = useState<readonly string[]>([]);

  /** Posts a page's messages while validating. They are queued together with the answers. */
  function validatePage(): void {
    if (session.web_status !== 'validating' || own === undefined) return;
    answers.enqueueMessages(own.judge.pageMessages(page, answers.store.getAll(), today));
  }

  async function during(name: Pending, work: () => Promise<void>): Promise<void> {
    if (pending !== undefined) return;
    setPending(name);
    try {
      await work();
    } finally {
      setPending(undefined);
    }
  }

  /** Saves and validates on the way to another page. */
  function leave(): void {
    void answers.flush(SAVE_PATIENCE_MS);
    validatePage();
    changedPage();
  }

  async function saveNow(): Promise<void> {
    if (!session.is_logged_in) {
      await navigate(paths.signup);
      return;
    }
    validatePage();
    await answers.flush(SAVE_PATIENCE_MS);
    setSaves((count) => count + 1);
  }

  async function goOnNow(target: string): Promise<void> {
    if (!session.is_logged_in) {
      await navigate(hasAnswers ? paths.signup : target);
      return;
    }
    validatePage();
    changedPage();
    await answers.flush(SAVE_PATIENCE_MS);
    await navigate(target);
  }

  async function submitNow(): Promise<void> {
    if (!session.is_logged_in) {
      await navigate(paths.signup);
      return;
    }
    toasts.close(SUBMISSION);
    const outcome = await submit(today);
    switch (outcome.status) {
      // The redirect rules lead to the completion page whenever the status becomes "submitted".
      case 'submitted':
        toasts.addSuccess('Success Notification', SUBMITTED);
        return;
      case 'invalid':
        changedPage();
        await navigate(defaultPath, { state: { isInvalid: true } });
        return;
      case 'files-under-way':
        setAwaitedFiles(outcome.keys);
        return;
      case 'failed':
        toasts.addError('Submit Error', outcome.message, SUBMISSION);
        return;
      case 'stopped':
        return;
      default:
        outcome satisfies never;
    }
  }

  return {
    hasAnswers,
    pending,
    /** How often Save has been pressed, and the save is over. */
    saves,
    awaitedFiles,
    stopWaiting: () => setAwaitedFiles([]),
    leave,
    save: () => void during('save', saveNow),
    goOn: (target: string) => void during('continue', () => goOnNow(target)),
    submit: () => void during('submit', submitNow),
  };
}
