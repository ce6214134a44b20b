// The rows of the files on this device. They are written and read in the order of the events.
import { storedFiles, type FileNote, type StoredFiles } from '#files/stored-files.ts';
import type { Application } from '../run.ts';
import { personOf } from '../person.ts';

export function makeFileRows(application: Application) {
  const { device, state, dispatch } = application;
  let writing: Promise<unknown> = Promise.resolve();

  /** Runs after the writes before; resolves to `undefined` if the owner of the files has left. */
  function write<T>(change: (files: StoredFiles) => Promise<T>): Promise<T | undefined> {
    const { who } = state;
    const person = personOf(application);
    const written = writing.then(() =>
      who.is === 'applicant' && !person.isGone
        ? change(storedFiles(device, who.owner, state.stamps))
        : undefined,
    );
    writing = written.catch(() => undefined);
    return written;
  }

  /** Makes the state follow what this device stores, whichever tab changed it. */
  async function follow(): Promise<void> {
    const found = await write((files) => files.left());
    if (found !== undefined) dispatch({ type: 'filesFound', ...found });
  }

  /**
   * Notes what has become of a file. If another tab has chosen another file in its place, continues with that one.
   *
   * @returns whether it was still that file
   */
  async function note(what: FileNote): Promise<boolean> {
    const isStored = await write((files) => files.note(what));
    if (isStored === 'another') await follow();
    return isStored !== 'another';
  }

  return { write, follow, note };
}
