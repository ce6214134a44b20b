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
  readonly onUnauthorized: (error: UnauthorizedError) => void;
}

export function makeUploadWork(application: Application, ports: WorkPorts) {
  const { state, clock, dispatch } = application;
  /** The files that this tab sends, or waits to send, by question. */
  const underWay = new Map<AnswerKey, { readonly id: string | undefined; readonly abort: AbortController }>();
  const wakes: (() => void)[] = [];

  /** Starts what is due, and stops what is no longer in the state. */
  function due(): void {
    if (application.isClosed) return;
    for (const [key, { id, abort }] of underWay) if (state.files.get(key)?.id !== id) abort.abort();
    for (const [key, upload] of [...state.files])
      if (dueAt(upload) <= clock.elapsed() && !underWay.has(key)) void send({ key, id: upload.id });
    wake();
  }

  function wake(): void {
    for (const resolve of wakes.splice(0)) resolve();
  }

  /** One tab at a time sends a file; any tab may follow a conversion that it did not start. */
  async function send(about: About): Promise<void> {
    const { key, id } = about;
    const abort = new AbortController();
    const { signal } = abort;
    underWay.set(key, { id, abort });
    dispatch({ type: 'fileBegun', ...about });
    const onWait = () => dispatch({ type: 'fileInLine', ...about });
    const goesOn = () => goOn(about, signal);
    const work = id === undefined ? goesOn() : inLine(`$lease/file/${key}`, { signal, onWait }, goesOn);
    await work.catch(() => undefined);
    abort.abort();
    underWay.delete(key);
    due();
  }

  /** Makes one request after the other, until the file is attached, has failed, or is removed. */
  async function goOn(about: About, signal: AbortSignal): Promise<void> {
    // While it waited in line, another tab may have sent it.
    if (about.id !== undefined) await ports.follow();
    for (let isFirst = true; ; isFirst = false) {
      const upload = state.files.get(about.key);
      if (signal.aborted || upload === undefined || upload.id !== about.id || hasFailed(upload)) return;
      if (isFirst || dueAt(upload) <= clock.elapsed()) await request(about, upload, signal);
      else await new Promise<void>((resolve) => wakes.push(resolve));
    }
  }

  async function request(about: About, upload: Upload, signal: AbortSignal): Promise<void> {
    const begunAt = clock.elapsed();
    dispatch({ type: 'fileBegun', ...about });
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
      if (error instanceof UnauthorizedError) ports.onUnauthorized(error);
      else dispatch({ type: 'fileHindered', ...about, trouble: troubleOf(error, upload.step, begunAt) });
    }
  }

  function close(): void {
    for (const { abort } of underWay.values()) abort.abort();
    wake();
  }

  return { due, close };
}
