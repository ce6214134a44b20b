// Saves, validates and submits the application (specification §4, Submit by a logged-in user).
import { ifMatch } from '#api/account-headers.ts';
import { sentenceFor, ServerError } from '#api/errors.ts';
import { isAlreadySubmitted, isOutdated } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { isSaid } from '#contract/sentences.ts';
import { postSubmit } from '#contract/submit.ts';
import { ANSWERED } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { formMessages } from '#form/messages.ts';
import { fullLabelOf, isFileKey } from '#form/stored-keys.ts';
import { isChoice } from '../calls.ts';
import { seenIn } from '../draft.ts';
import { draftOf } from '../records.ts';
import type { Application } from '../run.ts';
import { ACCOUNT, pendingKeys, profileIn, waitingCalls, webStatusIn } from '../select.ts';
import { personOf } from '../person.ts';
import { filesUnderWay } from './upload-view.ts';
import { conflictsIn, refusalsIn, isOffline } from './select.ts';

export type SubmitOutcome =
  /** Submitted now or earlier, here or on another device. */
  | { readonly status: 'submitted' }
  /** Some answers are invalid; the form shows which. */
  | { readonly status: 'invalid' }
  /** Files of these questions are still uploading: after the submission they would be too late. */
  | { readonly status: 'files-under-way'; readonly keys: readonly string[] }
  /** The session has ended, or a dialog asks a question first. */
  | { readonly status: 'stopped' }
  /** Some changes, or the submission itself, did not reach the account; `message` tells the applicant. */
  | { readonly status: 'failed'; readonly message: string };

const STOPPED: SubmitOutcome = { status: 'stopped' };
const CHANGED_ELSEWHERE: SubmitOutcome = {
  status: 'failed',
  message: 'Your application was changed on another device. Please review it, then submit it again.',
};

interface SubmissionParts {
  readonly application: Application;
  readonly refreshDocuments: () => Promise<unknown>;
  /** Called with the error of a failed submission. */
  readonly onError: (error: unknown) => void;
  /** `YYYY-MM-DD` at the university. */
  readonly today: string;
}

export async function submitApplication(parts: SubmissionParts): Promise<SubmitOutcome> {
  const { application, today } = parts;
  const { state, dispatch } = application;
  const person = personOf(application);
  const before = application.getAll();
  const isSaved = await application.save();
  if (person.isGone || conflictsIn(state).length > 0) return STOPPED;
  if (!isSaved) return notReached(application);
  if (webStatusIn(state) !== 'validating') dispatch({ type: 'statusReached', status: 'validating' });
  const messages = formMessages(application.getAll(), today, profileIn(state)?.kept_term);
  dispatch({ type: 'called', operation: { kind: 'validations', messages } });
  if (Object.keys(messages).length > 0 || refusalsIn(state).size > 0) return { status: 'invalid' };
  // The server accepts nothing after the submission, so the status and the messages are sent first. If these calls
  // fail, the answers are still there, and the server checks them itself.
  const isKnown = await application.save();
  if (person.isGone) return STOPPED;
  if (hasChanged(application, before)) return CHANGED_ELSEWHERE;
  return isKnown ? handIn(parts) : notReached(application);
}

/**
 * Whether a save has returned answers that were not there when the applicant pressed Submit. A file that the server has
 * attached does not count as a changed answer.
 */
function hasChanged({ state, getAll }: Application, before: Answers): boolean {
  const pending = new Set(pendingKeys(state));
  const present = getAll();
  return Object.keys({ ...before, ...present }).some(
    (key) =>
      !pending.has(key) &&
      (before[key] ?? EMPTY_ANSWER) !== (present[key] ?? EMPTY_ANSWER) &&
      !(isFileKey(key) && present[key] === ANSWERED),
  );
}

async function handIn(parts: SubmissionParts): Promise<SubmitOutcome> {
  const { application, refreshDocuments, onError } = parts;
  const { state, dispatch } = application;
  const person = personOf(application);
  const keys = filesUnderWay(state);
  if (keys.length > 0) return { status: 'files-under-way', keys };
  const version = seenIn(draftOf(state))?.version;
  try {
    await call(postSubmit, ifMatch(version));
  } catch (error) {
    onError(error);
    if (person.isGone) return STOPPED;
    if (version !== undefined && isOutdated(error)) {
      // Another device has changed the account since. It is read, and the applicant sees what has changed.
      dispatch({ type: 'sendAsked', readsIfOlderThanMs: -1 });
      await application.save();
      return person.isGone || conflictsIn(state).length > 0 ? STOPPED : CHANGED_ELSEWHERE;
    }
    const refused = error instanceof ServerError ? Object.keys(error.errors) : [];
    if (refused.length > 0 && refused.every(isFileKey)) {
      // Another device has uploaded these files. Fetch them, so that the fields here show and follow their status.
      await refreshDocuments();
      return { status: 'files-under-way', keys: refused };
    }
    if (!isAlreadySubmitted(error)) return failedBy(error);
    // Our server has it already: its response to us was lost, or another device has submitted. Another server may mean
    // something else by this status, but not by its profile.
    dispatch({ type: 'sendAsked', readsIfOlderThanMs: -1 });
    await application.save();
    if (person.isGone) return STOPPED;
    return webStatusIn(state) === 'submitted' ? { status: 'submitted' } : failedBy(error);
  }
  dispatch({ type: 'statusReached', status: 'submitted' });
  return { status: 'submitted' };
}

/** With the server's sentences, also about each answer: our rules found nothing, so no field shows them. */
function failedBy(error: unknown): SubmitOutcome {
  const errors = error instanceof ServerError ? Object.entries(error.errors) : [];
  const details = errors.map(([key, messages]) => `${fullLabelOf(key)}: ${messages.join(' ')}`);
  return { status: 'failed', message: [sentenceFor(error), ...details].join(' ') };
}

/** The answers or a choice could not be saved: the server's sentence, if it gave one, and what to do. */
function notReached({ state }: Application): SubmitOutcome {
  const choices = waitingCalls(state).filter(({ operation }) => isChoice(operation));
  const said = [ACCOUNT, ...choices.map(({ callKey }) => callKey)].map(
    (callKey) => state.troubles.get(callKey)?.sentence,
  );
  const when = isOffline(state) ? 'once you are online' : 'again in a moment';
  const message = `Your answers have not reached us yet. Please submit ${when}.`;
  return { status: 'failed', message: [said.find(isSaid), message].filter(isSaid).join(' ') };
}
