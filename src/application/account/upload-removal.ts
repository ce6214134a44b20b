// Removes files.
import { UnauthorizedError } from '#api/errors.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Application } from '../run.ts';
import { visitOf } from '../visit.ts';
import { isAtServer } from '../select.ts';
import type { FileRows } from './file-rows.ts';
import type { FileWire } from './file-wire.ts';
import type { Upload } from './upload-model.ts';
import { isOurs, placeOf } from './upload-view.ts';

interface RemovalPorts {
  readonly wire: FileWire;
  readonly rows: FileRows;
  readonly onUnauthorized: () => void;
}

export function makeRemovals(application: Application, { wire, rows, onUnauthorized }: RemovalPorts) {
  const { state, dispatch } = application;
  /** Removals in progress, by question. */
  const underWay = new Map<AnswerKey, Promise<boolean>>();
  const listed = async (key: AnswerKey) => (await wire.read(new AbortController().signal))[key];

  /**
   * Removes the file, whether it waits, is being sent, is attached or has failed.
   *
   * @returns whether the file is removed; false when the session has ended
   * @throws the error of the call that failed; the file may then still be attached
   */
  function remove(key: AnswerKey): Promise<boolean> {
    const removal = underWay.get(key) ?? removeNow(key).finally(() => underWay.delete(key));
    underWay.set(key, removal);
    return removal;
  }

  async function removeNow(key: AnswerKey): Promise<boolean> {
    const visit = visitOf(application);
    const upload = state.files.get(key);
    let isSpared = false;
    dispatch({ type: 'removalBegun', key });
    try {
      isSpared = !(await takeBack(key, upload, () => !visit.isOver));
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        onUnauthorized();
        return false;
      }
      // Perhaps only the response was lost.
      const isGone = await listed(key).then(
        (document) => document === undefined,
        () => false,
      );
      if (!isGone) {
        dispatch({ type: 'removalFailed', key });
        throw error;
      }
    }
    if (visit.isOver) return false;
    // Another file may have been chosen since, here or in another tab. It stays.
    await rows.note({ key, id: upload?.id, as: 'done' });
    dispatch({ type: 'fileRemoved', key, id: upload?.id, isSpared });
    return true;
  }

  /** @returns whether the account has lost its document, or never had one; false if another device's stays */
  async function takeBack(
    key: AnswerKey,
    upload: Upload | undefined,
    isStillHere: () => boolean,
  ): Promise<boolean> {
    // Another tab may have sent it.
    await rows.follow();
    const present = upload && state.files.get(key);
    if (present !== undefined && present.id !== upload?.id) return false;
    const known = present ?? upload;
    const isSent = known === undefined || isAtServer(known);
    const isNew =
      present !== undefined &&
      placeOf(present) === undefined &&
      !isOurs(present.theirs ?? undefined, present);
    // An attempt whose response was lost may have arrived, and so may another tab's.
    if (!isSent && (isNew || !isOurs(await listed(key), known))) return false;
    const place = placeOf(known) ?? wire.shownPlace(key);
    if (isStillHere()) await wire.forgetConversion(key, place);
    if (isStillHere()) await wire.forgetFile(key, place);
    return true;
  }

  return { remove, under: (key: AnswerKey) => underWay.get(key) };
}
