// Makes the requests about files that the state requires.
import { UnauthorizedError } from '#api/errors.ts';
import { inLine } from '#device/file-lock.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Application } from '../run.ts';
import { hasFailed } from '../select.ts';
import { requests, troubleOf, type FileWire } from './file-wire.ts';
import type { About, Upload } from './upload-model.ts';
import { dueAt } from './upload-view.ts';

interface WorkPorts {
  readonly wire: FileWire;
  readonly refresh: () => Promise<boolean>;
  readonly follow: () => Promise<void>;
  readonly onUnauthorized: () => void;
  /** The removal of a question's file that is in progress. */
  readonly removalOf: (key: AnswerKey) => Promise<unknown> | undefined;
}

export function makeUploadWork(application: Application, ports: WorkPorts) {
  const { state, clock, dispatch } = application;
  /** The attempts that this tab makes, or waits to make, by question. */
  const underWay = new Map<AnswerKey, { readonly id: string | undefined; readonly abort: AbortController }>();
  const wakes: (() => void)[] = [];

  /** Starts what is due, and stops what is no longer in the state. */
  function due(): void {
    if (application.isClosed) return;
    for (const [key, { id, abort }] of underWay) {
      const upload = state.files.get(key);
      if (upload === undefined || upload.id !== id || ports.removalOf(key) !== undefined) abort.abort();
    }
    for (const [key, upload] of [...state.files])
      if (dueAt(upload) <= clock.elapsed() && !underWay.has(key) && ports.removalOf(key) === undefined)
        void attempt({ key, id: upload.id });
    wake();
  }

  function wake(): void {
    for (const resolve of wakes.splice(0)) resolve();
  }

  /** One tab at a time sends a file; any tab may follow a conversion that it did not start. */
  async function attempt(about: About): Promise<void> {
    const { key, id } = about;
    const abort = new AbortController();
    const { signal } = abort;
    underWay.set(key, { id, abort });
    dispatch({ type: 'fileBegun', ...about });
    const goesOn = async () => {
      await goOn(about, signal);
      // Until then, another tab would continue with the file that is being removed.
      await ports.removalOf(key)?.catch(() => undefined);
    };
    const onWait = () => dispatch({ type: 'fileInLine', ...about });
    const work = id === undefined ? goesOn() : inLine(`$lease/file/${key}`, { signal, onWait }, goesOn);
    // It fails if a tab of the release before has taken the lock.
    const isTaken = await work.then(
      () => false,
      () => !signal.aborted,
    );
    abort.abort();
    underWay.delete(key);
    if (isTaken) return attempt(about);
    due();
  }

  /** Makes one request after the other, until the file is attached, has failed, or is removed. */
  async function goOn(about: About, signal: AbortSignal): Promise<void> {
    // While it waited in line, another tab may have sent it.
    if (about.id !== undefined) await ports.follow();
    for (;;) {
      const upload = state.files.get(about.key);
      if (signal.aborted || upload === undefined) return;
      await request(about, upload, signal);
      for (;;) {
        const next = state.files.get(about.key);
        if (signal.aborted || next === undefined || hasFailed(next)) return;
        if (dueAt(next) <= clock.elapsed()) break;
        await new Promise<void>((resolve) => wakes.push(resolve));
      }
      dispatch({ type: 'fileBegun', ...about });
    }
  }

  async function request(about: About, upload: Upload, signal: AbortSignal): Promise<void> {
    const begunAt = clock.elapsed();
    const isStill = async () => {
      await ports.follow();
      return !signal.aborted && state.files.get(about.key)?.step === upload.step;
    };
    try {
      const answer = await requests[upload.step](about, upload, { ...ports, isStill }, signal);
      if (answer !== undefined && !signal.aborted) dispatch(answer);
    } catch (error) {
      if (signal.aborted) return;
      // If the session has ended, the file stays on this device.
      if (error instanceof UnauthorizedError) ports.onUnauthorized();
      else dispatch({ type: 'fileHindered', ...about, trouble: troubleOf(error, upload.step, begunAt) });
    }
  }

  function close(): void {
    for (const { abort } of underWay.values()) abort.abort();
    wake();
  }

  return { due, close };
}
