// The requests about a file, one at a time, and what their failures mean.
import { NetworkError, sentenceFor, ServerError } from '#api/errors.ts';
import { isBusy, isCutOff, isFinal } from '#api/refusals.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { FileWire } from './file-wire.ts';
import type {
  ConversionEvent,
  Converting,
  Failed,
  FileTrouble,
  Outgoing,
  SendingEvent,
} from './upload-model.ts';
import { taskOf } from './upload-next.ts';

const STORAGE_UNREACHABLE =
  'We could not reach the place where files are kept. Your file is still on this device: please try again later, or on another network.';

export interface FilePorts {
  readonly wire: FileWire;
  /** Reads the list of documents, not from a cache: a file is about to replace one. */
  readonly read: (signal: AbortSignal) => Promise<DocumentAnswers>;
  /** Reads the list of documents again; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
}

interface SendingPorts extends FilePorts {
  /** What this device stores of the choice: another tab may have sent or replaced it. */
  readonly storedAs: (id: string) => Promise<'waits' | 'sent' | 'gone' | undefined>;
}

/** Makes the next request of a file on its way to the server. */
export async function sendFile(
  key: AnswerKey,
  upload: Outgoing,
  { wire, read, storedAs }: SendingPorts,
  signal: AbortSignal,
  tell: (event: SendingEvent) => void,
): Promise<void> {
  const { id, file, isOnDevice, isLooked, posted } = upload;
  if (!isLooked) {
    const stored = isOnDevice ? await storedAs(id) : 'waits';
    if (stored === 'gone') tell({ type: 'fileGone', key, id });
    else if (stored === 'sent') tell({ type: 'fileConverting', key, id });
    else tell({ type: 'fileLooked', key, id, theirs: (await read(signal))[key] });
  } else if (posted === undefined) {
    const presigned = await wire.presign(key, signal);
    tell({ type: 'fileAnswered', key, id });
    try {
      await wire.post(presigned, file, signal);
      tell({ type: 'filePosted', key, id, fileKey: presigned.fields['key'] ?? '' });
    } catch (error) {
      tell({ type: 'fileHindered', key, id, trouble: troubleOf(error, true) });
    }
  } else {
    await wire.convert(key, posted.fileKey, file.name, signal);
    tell({ type: 'fileConverting', key, id });
  }
}

/** Makes the next request of a file that the server has. */
export async function followFile(
  key: AnswerKey,
  upload: Converting | Failed,
  { wire, refresh }: FilePorts,
  signal: AbortSignal,
  tell: (event: ConversionEvent) => void,
): Promise<void> {
  const { id } = upload;
  if (taskOf(upload) === 'list') tell({ type: 'listRead', key, id, isShown: await refresh() });
  else tell({ ...(await wire.conversion(key, signal)), type: 'conversionHeard', key, id });
}

/** @param isStorage whether the request went to the storage and not to the server */
export function troubleOf(error: unknown, isStorage = false): FileTrouble {
  const isUnreachable = isStorage && error instanceof NetworkError;
  return {
    is: isUnreachable ? 'storage' : kindOf(error),
    sentence: isUnreachable ? STORAGE_UNREACHABLE : sentenceFor(error),
    retryAfterMs: error instanceof ServerError ? error.retryAfterMs : undefined,
    chance: Math.random(),
  };
}

function kindOf(error: unknown): FileTrouble['is'] {
  if (isCutOff(error)) return 'offline';
  if (isBusy(error)) return 'busy';
  return isFinal(error) ? 'refused' : 'broken';
}
