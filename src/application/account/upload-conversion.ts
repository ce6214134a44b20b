// What follows while the server converts a file.
import { UNEXPECTED } from '#contract/sentences.ts';
import { ANSWERED } from '#form/change.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_LONGEST_MS, CONVERSION_POLL_MS } from '#limits.ts';
import type { Turn } from '../turn.ts';
import type { ConversionEvent, Converting } from './upload-model.ts';
import { waitFor } from './upload-next.ts';
import { drop, fail, NEVER, outgoing, put, setAnswer } from './upload-turn.ts';
import { OTHER_TAB_LOOK_MS } from './upload-sending.ts';

/** Conversions take seconds; after this the applicant is told not to wait. */
const LONG_MS = 20_000;
/** Polling ends after this many refusals in a row. */
const REFUSALS = 3;
/** The list of documents is read this often until it shows a new file; later queries will show it anyway. */
const LIST_TRIES = 5;

const CONVERSION_UNKNOWN =
  'We could not learn whether your file is attached. Please come back later to see, or choose it again.';
const NOT_REACHED = 'The file did not reach us. Please choose it again.';

type Of<Type extends ConversionEvent['type']> = Extract<ConversionEvent, { type: Type }>;

export function hearConversion(turn: Turn, upload: Converting, event: ConversionEvent): void {
  const { elapsed } = turn.now;
  switch (event.type) {
    case 'fileBegun': {
      // At most the planned wait counts: the device may have slept.
      const waitedMs = Math.min(upload.notBefore, elapsed) - upload.polledAt;
      const onlineMs = upload.onlineMs + (upload.isOffline ? 0 : waitedMs);
      put(turn, event.key, { ...upload, onlineMs, notBefore: NEVER });
      return;
    }
    case 'fileBusy':
      waitForTurn(turn, event.key, upload);
      return;
    case 'conversionHeard':
      heard(turn, upload, event);
      return;
    case 'fileHindered': {
      const { is } = event.trouble;
      const failures = upload.failures + 1;
      const refusals = is === 'refused' ? upload.refusals + 1 : 0;
      const next = { ...upload, failures, refusals, isOffline: is === 'offline' };
      pollAgain(turn, event.key, next, Math.max(CONVERSION_POLL_MS, waitFor(event.trouble, failures)));
      return;
    }
    case 'listRead': {
      const listTries = (upload.listTries ?? 0) + 1;
      if (event.isShown || listTries >= LIST_TRIES) drop(turn, event.key);
      else
        put(turn, event.key, { ...upload, listTries, notBefore: elapsed + CONVERSION_POLL_MS * listTries });
      return;
    }
    default:
      event satisfies never;
  }
}

/** Another tab follows the conversion of this file. What has become of it is looked up later. */
function waitForTurn(turn: Turn, key: AnswerKey, { name, id, file, isOnDevice }: Converting): void {
  if (id === undefined || file === undefined) return;
  const notBefore = turn.now.elapsed + OTHER_TAB_LOOK_MS;
  const kept = outgoing(turn, { name, id, file, isOnDevice });
  put(turn, key, { ...kept, step: 'kept', isKnown: true, notBefore });
}

function heard(turn: Turn, upload: Converting, { key, status, message }: Of<'conversionHeard'>): void {
  switch (status) {
    case 'COMPLETED':
      turn.effects.push({ do: 'keepFile', key, id: upload.id, as: 'done' });
      setAnswer(turn, key, ANSWERED);
      // The list comes first, so that the field changes from "converting" to "attached" at once.
      put(turn, key, {
        ...upload,
        isOffline: false,
        isOnDevice: false,
        listTries: 0,
        notBefore: turn.now.elapsed,
      });
      return;
    case 'FAILED':
      fail(turn, key, upload, message ?? UNEXPECTED);
      return;
    case 'NOT_ANSWERED':
      fail(turn, key, upload, NOT_REACHED);
      return;
    case 'UNPROCESSED':
    case 'IN_PROGRESS':
      pollAgain(turn, key, { ...upload, failures: 0, refusals: 0, isOffline: false }, CONVERSION_POLL_MS);
      return;
    default:
      status satisfies never;
  }
}

/** The server ends conversions that hang. If it never does, polling ends, and nothing is deleted. */
function pollAgain(turn: Turn, key: AnswerKey, upload: Converting, waitMs: number): void {
  const { elapsed } = turn.now;
  if (upload.refusals >= REFUSALS || upload.onlineMs >= CONVERSION_LONGEST_MS) {
    fail(turn, key, upload, CONVERSION_UNKNOWN, true);
    return;
  }
  const isLong = upload.failures > 0 || elapsed - upload.since >= LONG_MS;
  put(turn, key, { ...upload, isLong, polledAt: elapsed, notBefore: elapsed + waitMs });
}
