import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { NetworkError } from '#api/errors.ts';
import { accountStatusOf } from '#application/account/status.ts';
import { accountSteps } from '#application/account/step.ts';
import { storedFiles } from '#files/stored-files.ts';
import { uploadsDueAt, uploadStateOf, type UploadState } from '#application/account/upload-view.ts';
import { makeUploads, type Uploads } from '#application/account/uploads.ts';
import { Application } from '#application/run.ts';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { ANSWERED } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { type FakeFileServer, KEY } from './fake-file-server.ts';
import type { HandClock } from './hand-clock.ts';
import { stampNow } from '#application/account/select.ts';

export { KEY };

/** A busy machine is slow. */
const PATIENCE = { timeout: 20_000 };

export const OWNER = 'ann';

export const transcript = () =>
  new File([new Uint8Array([37, 80, 68, 70, 0, 255])], 'transcript.pdf', { type: 'application/pdf' });

/** A file whose folder is gone once `lose` is called. */
export function fragileFile() {
  const file = transcript();
  const lose = (name = 'NotFoundError') => {
    file.arrayBuffer = async () => Promise.reject(new DOMException('gone', name));
  };
  return { file, lose };
}

export const noNetwork = (times = 1) => Array.from({ length: times }, () => new NetworkError('no network'));

/** Matches a file that waits on this device. */
export const storedFile = (name: string, isSent = false): unknown =>
  expect.objectContaining({
    step: isSent ? 'converting' : 'waiting',
    file: expect.objectContaining({ name }),
  });

/** A clock that ends every wait at once and logs its length. */
export function hurriedClock(): Clock & { readonly waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    ...clock,
    waits,
    elapsed: () => now,
    after(ms, callback) {
      const timer = setTimeout(() => {
        now += ms;
        if (ms > 0) waits.push(ms);
        callback();
      });
      return () => clearTimeout(timer);
    },
  };
}

const open: FilesTab[] = [];

const nothing = () => undefined;
/** Parts that these tests do not check. */
const noCalls = {
  sayFailed: nothing,
  sayRecovered: nothing,
  reportVersions: nothing,
  refreshList: nothing,
  forgetAccount: nothing,
  callServer: nothing,
  endSession: nothing,
  tellActive: nothing,
};

/** One browser tab of an applicant that shows a file question, without a page. */
export class FilesTab {
  /** What the applicant was told, and the changes of the answer and the list of documents, in order. */
  readonly told: string[] = [];
  /** All states that the field has shown, in order. */
  readonly states: UploadState[] = [{ status: 'none' }];
  readonly device = new Device();
  readonly files = storedFiles(this.device, OWNER);
  readonly application: Application;
  readonly uploads: Uploads;
  /** Fails every read of the list after an upload. */
  isListDown = false;
  #answer: string | undefined;

  constructor(server: FakeFileServer, tab: string, tabClock: Clock) {
    this.application = new Application({
      device: this.device,
      loadChanges: () => import('#device/changes.ts'),
      clock: tabClock,
      today: () => '2026-11-20',
      reload: () => undefined,
      tab,
    });
    this.application.subscribe(() => this.#look());
    this.uploads = makeUploads(this.application, {
      wire: server.wire,
      refresh: async () => {
        await Promise.resolve();
        return this.told.push('list') > 0 && !this.isListDown;
      },
      say: ({ name, sentence }) =>
        void this.told.push(sentence === undefined ? 'taken back' : `${name} failed: ${sentence}`),
      onUnauthorized: () => void this.told.push('unauthorized'),
    });
    this.application.connect({
      ...accountSteps,
      statusOf: accountStatusOf,
      dueAt: () => uploadsDueAt(this.application.state),
      noticeActivity: () => undefined,
      wake: () => undefined,
      due: () => this.uploads.due(),
      send: async () => true,
      effects: { ...this.uploads.effects, ...noCalls },
    });
    open.push(this);
  }

  /** @param answer the answer of the question in the account */
  async start(answer: string): Promise<this> {
    await this.device.open();
    await this.application.open();
    const { application } = this;
    application.dispatch({
      type: 'loggedIn',
      reading: {
        owner: OWNER,
        profile: { username: 'ann@example.org', last_page: null, web_status: [] },
        answers: { [KEY]: answer },
        version: undefined,
        since: stampNow(application),
      },
    });
    // A hurried clock would log out an applicant who does nothing.
    application.state.presence = undefined;
    this.#answer = answer;
    return this;
  }

  get state(): UploadState {
    return uploadStateOf(this.application.state.files.get(KEY));
  }

  get statuses(): readonly UploadState['status'][] {
    return this.states.map(({ status }) => status);
  }

  get answer(): string {
    return this.application.get(KEY);
  }

  get waitsOffline(): readonly boolean[] {
    return this.states.flatMap((state) => (state.status === 'waiting' ? [state.isOffline] : []));
  }

  /** Chooses a file, and waits until it is attached, has failed, or cannot continue. */
  async choose(file = transcript()): Promise<void> {
    await this.uploads.choose(KEY, file);
    await this.end();
  }

  /** The list of documents shows a running conversion. */
  follow(): void {
    const document = { file_name: 'transcript.pdf', file_size: 6, status: 'IN_PROGRESS' } as const;
    this.application.dispatch({ type: 'conversionSeen', key: KEY, document });
  }

  /** Waits until nothing is in progress. */
  async end(): Promise<void> {
    await vi.waitFor(() => expect(['none', 'failed']).toContain(this.state.status), PATIENCE);
  }

  /** Waits until exactly this has been told to the applicant and the list. */
  async hasTold(...told: readonly unknown[]): Promise<void> {
    await vi.waitFor(() => expect(this.told).toEqual(told), PATIENCE);
  }

  /** Waits until the device stores exactly this about the file. */
  async stores(what: { readonly kept?: unknown; readonly failed?: unknown }): Promise<void> {
    const expected = { kept: what.kept, failed: what.failed };
    await vi.waitFor(async () => {
      const row = (await this.files.read())?.get(KEY);
      const failed = row?.step === 'failed' ? { message: row.said, file: row.file } : undefined;
      expect({ kept: failed ? undefined : row, failed }).toEqual(expected);
    }, PATIENCE);
  }

  async reaches(status: UploadState['status']): Promise<void> {
    await vi.waitFor(() => expect(this.state.status).toBe(status), PATIENCE);
  }

  kill(): void {
    this.uploads.close();
    this.application.close();
  }

  /** Ends as a crash does: the browser gives back the locks of the tab. */
  async crash(): Promise<void> {
    this.kill();
    await navigator.locks.request(`$lease/file/${KEY}`, { steal: true }, () => undefined);
  }

  #look(): void {
    const { state, answer } = this;
    if (this.#answer !== undefined && answer !== this.#answer) {
      this.told.push(answer === ANSWERED ? 'attached' : 'cleared');
      this.#answer = answer;
    }
    if (JSON.stringify(state) !== JSON.stringify(this.states.at(-1))) this.states.push(state);
  }
}

export async function openTab(
  server: FakeFileServer,
  tab = 'one',
  tabClock: Clock = clock,
  answer = EMPTY_ANSWER,
): Promise<FilesTab> {
  return new FilesTab(server, tab, tabClock).start(answer);
}

/** How often a tab checks a file that another tab sends. */
const LOOK_MS = 3000;

/** Lets a tab with this clock check again until the expectation holds. */
export async function looksUntil(hands: HandClock, holds: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await hands.pass(LOOK_MS);
    holds();
  }, PATIENCE);
}

/** Gives every test of a file a blank device, and closes its tabs. Call it at the top of the file. */
export function blankDevice(): void {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
  });
  afterEach(async () => {
    for (const tab of open.splice(0)) tab.kill();
    vi.restoreAllMocks();
    const { held = [] } = await navigator.locks.query();
    for (const { name } of held)
      if (name !== undefined) await navigator.locks.request(name, { steal: true }, () => undefined);
  });
}
