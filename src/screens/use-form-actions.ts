import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAnswersFacade, useHasAnswers } from '#answers/answers-context.tsx';
import { sentenceFor, ServerError } from '#api/errors.ts';
import { useFormStanding } from '#fields/form-context.tsx';
import type { Messages } from '#form/messages.ts';
import type { Page } from '#form/page.ts';
import { useSession, useSessionActions } from '#session/use-session.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { toasts } from '#ui/toast-queue.ts';

const SUBMITTED = 'Your application was successfully submitted.';
/** How long a page change waits for the save. Afterwards the outbox goes on by itself. */
const SAVE_PATIENCE_MS = 1500;

type Pending = 'save' | 'continue' | 'submit';

/** Save, Continue, Submit and leaving by the navigation, as specification §4 lays down. */
export function useFormActions(page: Page) {
  const navigate = useNavigate();
  const session = useSession();
  const { changedPage, setWebStatus, submit } = useSessionActions();
  const answers = useAnswersFacade();
  const { own, today } = useFormStanding();
  const hasAnswers = useHasAnswers();
  const [pending, setPending] = useState<Pending>();
  const [awaitedFiles, setAwaitedFiles] = useState<readonly string[]>([]);

  /** Posts a page's messages while validating; they wait in the same line as the answers. */
  function postMessages(messages: Messages): void {
    answers.enqueue({ kind: 'validations', messages: mutable(messages) });
  }

  function validatePage(): void {
    if (session.web_status !== 'validating' || own === undefined) return;
    postMessages(own.judge.pageMessages(page, answers.store.getAll(), today));
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

  function sayNotReached(): void {
    const when = answers.isOffline ? 'once you are online' : 'again in a moment';
    toasts.addError('Submit Error', `Your answers have not reached us yet. Please submit ${when}.`);
  }

  /** The redirect rules lead to the completion page, from wherever a status becomes submitted. */
  function sayThanks(): void {
    toasts.addSuccess('Success Notification', SUBMITTED);
    setWebStatus('submitted');
  }

  async function submitNow(): Promise<void> {
    if (!session.is_logged_in || own === undefined) {
      await navigate(paths.signup);
      return;
    }
    const { owner } = answers;
    const isSaved = await answers.flush();
    // The session has ended, or a dialog asks.
    if (answers.owner !== owner || answers.conflicts.length > 0) return;
    if (!isSaved) {
      sayNotReached();
      return;
    }
    try {
      if (session.web_status !== 'validating') setWebStatus('validating');
      const messages = own.judge.formMessages(answers.store.getAll(), today);
      postMessages(messages);
      if (Object.keys(messages).length > 0 || answers.refusals.size > 0) {
        await navigate(defaultPath, { state: { isInvalid: true } });
        return;
      }
      // What has been found goes first; once submitted, nothing else is taken.
      const isKnown = await answers.flush();
      if (answers.owner !== owner) return;
      if (!isKnown) {
        sayNotReached();
        return;
      }
      const files = await submit();
      if (files.length > 0) setAwaitedFiles(files);
      else sayThanks();
    } catch (error) {
      // A session that has ended has led to the login, which says so.
      if (answers.owner !== owner) return;
      // It has been submitted by then: here, if the answer to that was lost, or on another device.
      if (error instanceof ServerError && error.status === 409) sayThanks();
      else toasts.addError('Submit Error', sentenceFor(error));
    }
  }

  return {
    hasAnswers,
    pending,
    awaitedFiles,
    stopWaiting: () => setAwaitedFiles([]),
    leave,
    save: () => void during('save', saveNow),
    goOn: (target: string) => void during('continue', () => goOnNow(target)),
    submit: () => void during('submit', submitNow),
  };
}

/** The contract's shapes are mutable; the form's messages are not. */
function mutable(messages: Messages): Record<string, string[]> {
  return Object.fromEntries(Object.entries(messages).map(([key, sentences]) => [key, [...sentences]]));
}
