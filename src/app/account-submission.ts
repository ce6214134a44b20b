import type { AnswersFacade } from '#answers/answers-facade.ts';
import { sentenceFor, ServerError } from '#api/errors.ts';
import { isAlreadySubmitted } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import type { WebStatus } from '#contract/standing.ts';
import { postSubmit } from '#contract/submit.ts';
import { formMessages } from '#form/messages.ts';
import { fullLabelOf, isFileKey } from '#form/stored-keys.ts';
import type { SubmitOutcome } from '#session/session-actions.ts';

export interface SubmissionParts {
  readonly answers: AnswersFacade;
  readonly webStatus: WebStatus | null;
  readonly setWebStatus: (status: WebStatus) => void;
  /** The keys of the questions whose files are being sent or converted. */
  readonly underWay: () => readonly string[];
  readonly refreshDocuments: () => Promise<unknown>;
  /** Called with what the posting of the submission failed with. */
  readonly onError: (error: unknown) => void;
  /** `YYYY-MM-DD` at the university. */
  readonly today: string;
}

/**
 * Saves, validates and submits the application.
 *
 * @see specification §4, Submit by a logged-in user
 */
export async function submitApplication(parts: SubmissionParts): Promise<SubmitOutcome> {
  const { answers, webStatus, setWebStatus, today } = parts;
  const { owner } = answers;
  const isSaved = await answers.flush();
  if (answers.owner !== owner || answers.conflicts.length > 0) return { status: 'stopped' };
  if (!isSaved) return notReached(answers);
  if (webStatus !== 'validating') setWebStatus('validating');
  const messages = formMessages(answers.store.getAll(), today);
  answers.enqueueMessages(messages);
  if (Object.keys(messages).length > 0 || answers.refusals.size > 0) return { status: 'invalid' };
  // The server accepts nothing after the submission, so the status and the messages are sent first. If these calls
  // fail, the answers are there all the same, and the server judges them itself.
  const isKnown = await answers.flush();
  if (answers.owner !== owner) return { status: 'stopped' };
  return isKnown ? handIn(parts) : notReached(answers);
}

async function handIn(parts: SubmissionParts): Promise<SubmitOutcome> {
  const { answers, setWebStatus } = parts;
  const { owner } = answers;
  try {
    const keys = await post(parts);
    if (keys.length > 0) return { status: 'files-under-way', keys };
  } catch (error) {
    // The session has ended; the redirect to the login says so.
    if (answers.owner !== owner) return { status: 'stopped' };
    // The server has it already: either its answer to us was lost, or another device has submitted.
    if (!isAlreadySubmitted(error)) return { status: 'failed', message: sentenceFor(error) };
  }
  setWebStatus('submitted');
  return { status: 'submitted' };
}

/** @returns the keys of the questions whose files are not ready; empty once the application is submitted */
async function post({ underWay, refreshDocuments, onError }: SubmissionParts): Promise<readonly string[]> {
  const notReady = underWay();
  if (notReady.length > 0) return notReady;
  try {
    await call(postSubmit, {});
    return [];
  } catch (error) {
    onError(error);
    if (!(error instanceof ServerError)) throw error;
    const refused = Object.keys(error.errors);
    if (refused.length === 0 || !refused.every(isFileKey)) throw saidOfAnswers(error);
    // Another device has uploaded these files. Fetch them, so that the fields here show and follow their status.
    await refreshDocuments();
    return refused;
  }
}

/** Adds the server's sentences about each answer to the message. Our rules found nothing, so no field shows them. */
function saidOfAnswers(error: ServerError): ServerError {
  const said = Object.entries(error.errors).map(
    ([key, sentences]) => `${fullLabelOf(key)}: ${sentences.join(' ')}`,
  );
  return new ServerError(error.status, [error.message, ...said].join(' '), error.errors);
}

function notReached({ isOffline }: AnswersFacade): SubmitOutcome {
  const when = isOffline ? 'once you are online' : 'again in a moment';
  return { status: 'failed', message: `Your answers have not reached us yet. Please submit ${when}.` };
}
