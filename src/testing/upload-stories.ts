// What can happen to a file, in words, and what follows.
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { ANSWERED } from '#form/change.ts';
import type { Effect, Event } from '#application/events.ts';
import type { State } from '#application/model.ts';
import type { StoredFile } from '#files/stored-files.ts';
import { newState } from '#application/new-state.ts';
import { answerIn } from '#application/select.ts';
import { step } from '#application/step.ts';
import { accountSteps } from '#application/account/step.ts';
import type { FileTrouble, UploadEvents } from '#application/account/upload-model.ts';
import { uploadStateOf } from '#application/account/upload-view.ts';

const key = 'college_transcript';
const of = { key, id: '1' } as const;
const file = new File([new Uint8Array(6)], 'transcript.pdf');
const theirs: DocumentAnswer = { file_name: 'resume.pdf', file_size: 900, status: 'COMPLETED' };

type UploadEvent = Event<keyof UploadEvents | 'deviceAnew'>;

const heard = (status: DocumentAnswer['status']): UploadEvent => ({
  type: 'conversionHeard',
  ...of,
  status,
  message: 'Why.',
});
const hindered = (is: FileTrouble['is'], retryAfterMs?: number): UploadEvent => ({
  type: 'fileHindered',
  ...of,
  trouble: { is, sentence: 'Sorry.', begunAt: 0, retryAfterMs, chance: 0, isAlone: true },
});
const found = (more: Partial<StoredFile>): UploadEvent => ({
  type: 'filesFound',
  rows: new Map([[key, { id: '1', name: file.name, type: '', file, step: 'waiting', ...more }]]),
});

/** What can happen to a file, each in a word. A number lets that many milliseconds pass. */
const events: Readonly<Record<string, UploadEvent>> = {
  chosen: { type: 'fileChosen', ...of, file },
  chosenAnew: { type: 'fileChosen', key, id: '2', file },
  unfit: { type: 'fileChosen', ...of, file, message: 'Too large.' },
  stored: { type: 'fileStored', ...of, file, isOnDevice: true },
  begun: { type: 'fileBegun', ...of },
  free: { type: 'fileMet', ...of, theirs: undefined },
  taken: { type: 'fileMet', ...of, theirs },
  replaces: { type: 'fileDecided', key, replaces: true },
  yields: { type: 'fileDecided', key, replaces: false },
  uploading: { type: 'fileUploading', ...of },
  placed: { type: 'filePlaced', ...of, place: 'object-1' },
  accepted: { type: 'fileAccepted', ...of },
  pending: heard('IN_PROGRESS'),
  completed: heard('COMPLETED'),
  failed: heard('FAILED'),
  lost: heard('NOT_ANSWERED'),
  offline: hindered('offline'),
  storage: hindered('storage'),
  busy: hindered('busy'),
  busy30s: hindered('busy', 30_000),
  busy61s: hindered('busy', 61_000),
  refused: hindered('refused'),
  refusedBeside: {
    type: 'fileHindered',
    ...of,
    trouble: { is: 'refused', sentence: 'Sorry.', begunAt: 0, chance: 0, isAlone: false },
  },
  inLine: { type: 'fileInLine', ...of },
  gone: { type: 'filesFound', rows: new Map() },
  goneFor2: found({ id: '2' }),
  deviceAnew: { type: 'deviceAnew' },
  hastened: { type: 'filesHastened' },
  otherHastened: { type: 'filesHastened', key: 'employ_resume' },
  followed: { type: 'conversionSeen', key, document: { ...theirs, file_name: 'transcript.pdf' } },
  seen: { type: 'fileSeen', key },
  ended: { type: 'fileEnded', ...of },
  removed: { type: 'fileRemoved', key, isOthers: false },
  removedBeside: { type: 'fileRemoved', key, isOthers: true },
  notRemoved: { type: 'removalFailed', key, name: file.name, place: undefined, sentence: 'Sorry.' },
  leftBusy: found({ trouble: { is: 'busy', failures: 2 }, next: 57_000 }),
  leftBusyForLong: found({ trouble: { is: 'busy', failures: 2 }, next: 9_000_000 }),
  leftOffline: found({ trouble: { is: 'offline', failures: 2 }, next: 57_000 }),
  leftWaiting: found({}),
  leftSent: found({ step: 'converting' }),
  leftFailed: found({ step: 'failed', said: 'Why.' }),
};

/** The server is being asked for a place. */
export const ready = 'chosen stored begun';
/** The server is being asked to convert. */
export const up = `${ready} uploading placed`;
/** The conversion is being polled. */
export const onServer = `${up} accepted begun`;
/** The applicant is asked whether to replace the file of another device. */
export const asked = `${up} taken`;

function stepTo(state: State, event: Event, elapsed: number): readonly Effect[] {
  const now = { wall: elapsed, elapsed, today: () => '2026-11-20' };
  return step(state, event, now, accountSteps);
}

/** Sends these events to the page of an applicant whose account has a file for the question. */
export function after(story: string) {
  const state = newState('tab');
  const profile = { username: 'ann@example.org', last_page: null, web_status: [{ web_status: 'started' }] };
  const answers = { [key]: ANSWERED };
  const reading = { owner: 'ann', profile, answers, version: undefined, since: '' };
  let elapsed = 50_000;
  let begunAt = elapsed;
  let effects = stepTo(state, { type: 'loggedIn', reading }, elapsed);
  for (const word of story.trim().split(/\s+/)) {
    if (/^\d/.test(word)) elapsed += Number(word);
    else {
      if (word === 'begun') begunAt = elapsed;
      const event = events[word]!;
      const isTrouble = event.type === 'fileHindered';
      const told = isTrouble ? { ...event, trouble: { ...event.trouble, begunAt } } : event;
      effects = stepTo(state, told, elapsed);
    }
  }
  const upload = state.files.get(key);
  const shown = uploadStateOf(upload);
  return {
    shown: shown.status,
    isLong: shown.status === 'converting' && shown.isLong,
    next: upload?.step,
    waitMs: upload && upload.notBefore - elapsed,
    replaces: upload?.place ?? upload?.over,
    answer: answerIn(state, key),
    follows: effects.flatMap(wordsOf),
  };
}

function wordsOf(effect: Effect): readonly string[] {
  if (effect.do === 'noteFile') return [`device: ${effect.row?.step ?? 'nothing'}`];
  if (effect.do === 'sayFile')
    return [effect.sentence === undefined ? 'take back' : `say ${effect.sentence}`];
  if (effect.do !== 'readFiles') return [];
  return [...(effect.failed === undefined ? [] : ['forget']), effect.isChanged ? 'list, all tabs' : 'list'];
}
