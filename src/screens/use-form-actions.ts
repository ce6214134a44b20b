import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useActs, useApplication, useWho } from '#application/hooks.ts';
import { ACCOUNT, hasAnswers } from '#application/select.ts';
import { personOf } from '#application/person.ts';
import { SUBMITTED, UNEXPECTED } from '#contract/sentences.ts';
import { useFormState } from '#fields/form-context.tsx';
import { defaultPath, paths } from '#shell/paths.ts';
import { toasts } from '#ui/toast-queue.ts';

/** A change of page waits at most this long for the save. Sending continues after that. */
const SAVE_PATIENCE_MS = 1500;
/** The sources of the errors that a failed submission and a failed save show. */
export const SUBMISSION = 'submission';
export const SAVE = 'save';

type Pending = 'save' | 'continue' | 'submit';

/** Save, Continue, Submit, and leaving by the navigation, as specification §4 requires. */
export function useFormActions() {
  const navigate = useNavigate();
  const session = useWho();
  const { submit } = useActs();
  const application = useApplication();
  const { own, today, kept } = useFormState();
  const [pending, setPending] = useState<Pending>();
  const [saves, setSaves] = useState(0);
  const [awaitedFiles, setAwaitedFiles] = useState<readonly string[]>([]);

  /** Posts the messages of all pages while validating. They are queued together with the answers. */
  function validate(): void {
    if (session.web_status !== 'validating' || own === undefined) return;
    const messages = own.judge.formMessages(application.getAll(), today, kept);
    application.dispatch({ type: 'called', operation: { kind: 'validations', messages } });
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

  /** Otherwise the toast of an earlier press would stay beside the new one. */
  function closeFailures(): void {
    for (const source of [SUBMISSION, SAVE]) toasts.close(source);
  }

  /** Saves, and says so if the server refuses (specification §8). The save status shows a missing network. */
  function saveAll(): Promise<unknown> {
    toasts.close(SUBMISSION);
    void application.save().then((isSaved) => {
      const trouble = application.state.troubles.get(ACCOUNT);
      if (isSaved) toasts.close(SAVE);
      else if (trouble?.is === 'server') toasts.addError('Save Error', trouble.sentence ?? UNEXPECTED, SAVE);
    });
    return application.save(SAVE_PATIENCE_MS);
  }

  /** Saves and validates on the way to another page. */
  function leave(): void {
    void saveAll();
    validate();
    application.dispatch({ type: 'pageChanged' });
  }

  async function saveNow(): Promise<void> {
    if (!session.is_logged_in) {
      await navigate(paths.signup);
      return;
    }
    validate();
    await saveAll();
    setSaves((count) => count + 1);
  }

  async function goOnNow(target: string): Promise<void> {
    if (!session.is_logged_in) {
      await application.opened;
      await navigate(hasAnswers(application.state) ? paths.signup : target);
      return;
    }
    const person = personOf(application);
    const { pathname } = location;
    validate();
    application.dispatch({ type: 'pageChanged' });
    await saveAll();
    // An ended session has led to the login, or a link to another page.
    if (!person.isGone && location.pathname === pathname) await navigate(target);
  }

  async function submitNow(): Promise<void> {
    if (!session.is_logged_in) {
      await navigate(paths.signup);
      return;
    }
    closeFailures();
    const outcome = await submit(today);
    switch (outcome.status) {
      // The redirect rules lead to the completion page whenever the status becomes "submitted".
      case 'submitted':
        toasts.addSuccess('Success Notification', SUBMITTED);
        return;
      case 'invalid':
        application.dispatch({ type: 'pageChanged' });
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
    pending,
    /** How many saves by the Save button have ended. */
    saves,
    awaitedFiles,
    stopWaiting: () => setAwaitedFiles([]),
    leave,
    save: () => void during('save', saveNow),
    goOn: (target: string) => void during('continue', () => goOnNow(target)),
    submit: () => void during('submit', submitNow),
  };
}
