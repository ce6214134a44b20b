import { expect, test } from 'vitest';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { ANSWERED } from '#form/change.ts';
import type { Effect, Event } from '../events.ts';
import type { State } from '../model.ts';
import { newState } from '../new-state.ts';
import { step } from '../step.ts';
import { accountSteps } from './step.ts';
import type { FileTrouble, UploadEvents } from './upload-model.ts';
import { dueAt, uploadStateOf } from './upload-view.ts';

const key = 'college_transcript';
const of = { key, id: '1' } as const;
const file = new File([new Uint8Array(6)], 'transcript.pdf');
const theirs: DocumentAnswer = { file_name: 'resume.pdf', file_size: 900, status: 'COMPLETED' };

type UploadEvent = Event<keyof UploadEvents>;

const heard = (status: DocumentAnswer['status']): UploadEvent => ({
  type: 'conversionHeard',
  ...of,
  status,
  message: 'Why.',
});
const hindered = (is: FileTrouble['is'], retryAfterMs?: number): UploadEvent => ({
  type: 'fileHindered',
  ...of,
  trouble: { is, sentence: 'Sorry.', begunAt: 0, retryAfterMs, chance: 0 },
});
const found = (isSent: boolean): UploadEvent => ({
  type: 'filesFound',
  kept: new Map([[key, { id: '1', file, isSent }]]),
  failed: new Map(),
});

const foundAnother: UploadEvent = {
  type: 'filesFound',
  kept: new Map([[key, { id: '2', file, isSent: false }]]),
  failed: new Map(),
};

/** What can happen to a file, each in a word. A number lets that many milliseconds pass. */
const events: Readonly<Record<string, UploadEvent>> = {
  chosen: { type: 'fileChosen', ...of, file },
  chosenAnew: { type: 'fileChosen', key, id: '2', file },
  unfit: { type: 'fileChosen', ...of, file, message: 'Too large.' },
  stored: { type: 'fileKept', ...of, file, isOnDevice: true },
  begun: { type: 'fileBegun', ...of },
  free: { type: 'fileLooked', ...of, theirs: undefined },
  taken: { type: 'fileLooked', ...of, theirs },
  takenAnew: { type: 'fileLooked', ...of, theirs: { ...theirs, file_size: 901 } },
  replaces: { type: 'fileDecided', key, replaces: true },
  yields: { type: 'fileDecided', key, replaces: false },
  placed: { type: 'filePlaced', ...of, place: { url: '/storage', fields: { key: 'object-1' } } },
  posted: { type: 'filePosted', ...of },
  accepted: { type: 'fileConverting', ...of },
  pending: heard('IN_PROGRESS'),
  completed: heard('COMPLETED'),
  failed: heard('FAILED'),
  lost: heard('NOT_ANSWERED'),
  unread: { type: 'listRead', ...of, isRead: false },
  offline: hindered('offline'),
  storage: hindered('storage'),
  busy: hindered('busy'),
  busy30s: hindered('busy', 30_000),
  busy61s: hindered('busy', 61_000),
  refused: hindered('refused'),
  broken: hindered('broken'),
  inLine: { type: 'fileInLine', ...of },
  gone: { type: 'filesFound', kept: new Map(), failed: new Map() },
  goneFor2: foundAnother,
  deviceAnew: { type: 'deviceAnew' },
  hastened: { type: 'filesHastened' },
  otherHastened: { type: 'filesHastened', key: 'employ_resume' },
  followed: { type: 'conversionSeen', key, document: { ...theirs, file_name: 'transcript.pdf' } },
  seen: { type: 'fileSeen', key },
  removing: { type: 'removalBegun', key },
  removed: { type: 'fileRemoved', ...of, isSpared: false },
  removedAlone: { type: 'fileRemoved', ...of, isSpared: true },
  notRemoved: { type: 'removalFailed', key },
  leftWaiting: found(false),
  leftSent: found(true),
  leftFailed: { type: 'filesFound', kept: new Map(), failed: new Map([[key, { message: 'Why.', file }]]) },
};

/** The server is being asked for a place. */
const ready = 'chosen stored begun free begun';
/** The server is being asked to convert. */
const up = `${ready} placed begun posted begun`;
/** The conversion is being polled. */
const onServer = `${up} accepted begun`;
/** The applicant is asked whether to replace the file of another device. */
const asked = 'chosen stored begun taken';
/** The next attempt has reached the server again. */
const again = 'begun free begun';
const storageAgain = `${again} placed begun`;

function stepTo(state: State, event: Event, elapsed: number): readonly Effect[] {
  const now = { wall: elapsed, elapsed, today: () => '2026-11-20' };
  return step(state, event, now, accountSteps);
}

/** Sends these events to the page of an applicant whose account has a file for the question. */
function after(story: string) {
  const state = newState('tab');
  const profile = { username: 'ann@example.org', last_page: null, web_status: [{ web_status: 'started' }] };
  const answers = { [key]: ANSWERED };
  const reading = { owner: 'ann', profile, answers, revision: undefined, since: '' };
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
    waitMs: upload && dueAt(upload) - elapsed,
    answer: state.drafts.get('ann')?.answers.get(key)?.value,
    follows: effects.flatMap(wordsOf),
  };
}

function wordsOf(effect: Effect): readonly string[] {
  if (effect.do === 'keepFile') return [`device: ${effect.as}`];
  if (effect.do === 'sayFile')
    return [effect.sentence === undefined ? 'take back' : `say ${effect.sentence}`];
  if (effect.do !== 'readFiles') return [];
  return [...(effect.forgets ? ['forget'] : []), effect.isChanged ? 'list, all tabs' : 'list'];
}

test.each([
  ['a chosen file is copied first', 'chosen', 'uploading', 'kept', Infinity],
  ['then the account is looked at', 'chosen stored', 'uploading', 'kept', 0],
  ['then it is posted', 'chosen stored begun free', 'uploading', 'free', 0],
  ['then its conversion is asked for', `${ready} placed begun posted`, 'uploading', 'posted', 0],
  ['then that is polled', `${up} accepted`, 'converting', 'converting', 0],
  ['every 2 seconds', `${onServer} pending`, 'converting', 'converting', 2000],
  ['then the list has to show it', `${onServer} completed`, 'converting', 'attached', 0],
  [
    'and is read up to five times',
    `${onServer} completed ${'begun unread '.repeat(4)}`,
    'converting',
    'attached',
    8000,
  ],
  ['but no more often', `${onServer} completed ${'begun unread '.repeat(5)}`, 'none', undefined, undefined],
  ['one request at a time', ready, 'uploading', 'free', Infinity],
  ['no network', `${ready} offline`, 'waiting', 'kept', 1000],
  ['no network for long', `${ready} ${`offline ${again} `.repeat(9)} offline`, 'waiting', 'kept', 10_000],
  ['no network at the look', 'chosen stored begun offline', 'waiting', 'kept', 1000],
  ['a busy server', `${ready} busy30s`, 'waiting', 'kept', 30_000],
  ['a server that is busy for long', `${ready} busy61s`, 'failed', 'failed', Infinity],
  ['a server busy three times', `${ready} ${`busy ${again} `.repeat(2)} busy`, 'failed', 'failed', Infinity],
  ['each kind counts alone', `${ready} ${`busy ${again} `.repeat(2)} offline`, 'waiting', 'kept', 1000],
  ['storage away 15 times', `${ready} ${`storage ${again} `.repeat(14)} storage`, 'waiting', 'kept', 40_000],
  [
    'storage away 16 times',
    `${ready} ${`storage ${again} `.repeat(15)} storage`,
    'failed',
    'failed',
    Infinity,
  ],
  ['another tab is at it', 'chosen stored begun inLine', 'waiting', 'kept', Infinity],
  ['another tab has sent it', 'chosen stored begun leftSent', 'converting', 'converting', 0],
  ['another tab has chosen one since', 'chosen stored begun goneFor2', 'waiting', 'kept', 0],
  ['nothing has become of it', 'chosen stored begun leftWaiting', 'uploading', 'kept', Infinity],
  ['nothing more than this tab has done', `${onServer} leftSent`, 'converting', 'converting', Infinity],
  ['it was never stored', 'chosen gone', 'uploading', 'kept', Infinity],
  ['storage has it already', `${up} offline begun free`, 'waiting', 'posted', 0],
  ['storage has lost it', `${up} offline ${again} refused`, 'waiting', 'free', 0],
  ['storage never had it', `${up} refused`, 'failed', 'failed', Infinity],
  ['the list is refused', 'chosen stored begun refused', 'uploading', 'free', 0],
  ['another device has attached one', asked, 'asking', 'asking', Infinity],
  ['it may be replaced', `${asked} replaces`, 'uploading', 'free', 0],
  ['which is asked once', `${asked} replaces begun offline begun taken`, 'waiting', 'free', 0],
  ['a third file is there', `${asked} replaces begun offline begun takenAnew`, 'asking', 'asking', Infinity],
  ['polls that fail', `${onServer} broken begun broken begun broken`, 'converting', 'converting', 4000],
  ['a poll without a network', `${onServer} offline`, 'waiting', 'converting', 2000],
  ['three polls refused', `${onServer} refused begun refused begun refused`, 'failed', 'unknown', Infinity],
  [
    'refused, but not in a row',
    `${onServer} refused begun refused begun broken begun refused`,
    'converting',
    'converting',
    2000,
  ],
  ['a conversion that is gone', `${onServer} lost`, 'converting', 'converting', 2000],
  ['gone after a failed poll', `${onServer} offline begun lost`, 'converting', 'converting', 2000],
  ['gone twice', `${onServer} lost begun lost`, 'failed', 'failed', Infinity],
  ['another tab has it', 'chosen stored begun gone', 'none', undefined, undefined],
  ['the device was cleared meanwhile', 'chosen stored begun deviceAnew gone', 'uploading', 'kept', Infinity],
  ['somebody has a network', `${ready} offline hastened`, 'waiting', 'kept', 0],
  ['for another question', `${ready} offline otherHastened`, 'waiting', 'kept', 1000],
  ['while a request is under way', `${ready} hastened`, 'uploading', 'free', Infinity],
  ['it is taken back', `${onServer} pending removing`, 'converting', 'converting', Infinity],
  ['which failed', `${onServer} pending removing notRemoved`, 'converting', 'converting', 0],
  ['another device converts', 'followed', 'converting', 'converting', 0],
  ['again after a failure', `${onServer} failed followed`, 'converting', 'converting', 0],
  [
    'not after an unknown result',
    `${onServer} ${'refused begun '.repeat(3)} followed`,
    'failed',
    'unknown',
    Infinity,
  ],
  ['an earlier visit left it waiting', 'leftWaiting', 'waiting', 'kept', 0],
  ['or converting', 'leftSent', 'converting', 'converting', 0],
  ['or failed', 'leftFailed', 'failed', 'failed', Infinity],
  ['news of the file before', `${onServer} chosenAnew failed`, 'uploading', 'kept', Infinity],
])('%s: %s', (_what, story, shown, next, waitMs) => {
  expect(after(story)).toMatchObject({ shown, next, waitMs });
});

test.each([
  ['a failed poll', `${onServer} broken`, true],
  ['a conversion that the server does not know', `${onServer} lost`, false],
  ['one that it knows after all', `${onServer} lost begun pending`, false],
])('"We have your file" after %s', (_what, story, isLong) => {
  expect(after(story).isLong).toBe(isLong);
});

test.each([
  ['accepted', `${up} accepted`, ['device: sent'], ANSWERED],
  ['converted', `${onServer} completed`, ['device: done'], ANSWERED],
  ['failed', `${onServer} failed`, ['device: failed', 'say Why.', 'forget', 'list, all tabs'], ''],
  [
    'lost on the way',
    `${onServer} lost begun lost`,
    ['device: failed', expect.stringMatching(/^say The file did not reach us/), 'forget', 'list, all tabs'],
    '',
  ],
  ['refused', `${ready} refused`, ['device: failed', 'say Sorry.', 'forget', 'list, all tabs'], ''],
  [
    'refused beside another',
    `${asked} replaces begun refused`,
    ['device: failed', 'say Sorry.', 'list'],
    ANSWERED,
  ],
  ['kept from a busy server', `${ready} busy`, ['say Sorry.'], ANSWERED],
  ['kept from it again', `${ready} busy ${again} busy`, [], ANSWERED],
  [
    'accepted after that',
    `${ready} busy ${again} placed begun posted begun accepted`,
    ['device: sent', 'take back'],
    ANSWERED,
  ],
  ['kept without a network', `${ready} offline`, [], ANSWERED],
  ['kept from a storage', `${ready} placed begun storage ${storageAgain} 19000 storage`, [], ANSWERED],
  [
    'kept from it for 20 seconds',
    `${ready} placed begun storage ${storageAgain} 20000 storage`,
    ['say Sorry.'],
    ANSWERED,
  ],
  ['kept from a storage that hangs', `${ready} placed begun 120000 storage`, ['say Sorry.'], ANSWERED],
  [
    'kept from it after an hour without a network',
    `${ready} offline 3600000 ${again} placed begun storage`,
    [],
    ANSWERED,
  ],
  ['given up for another', `${asked} yields`, ['device: done', 'list, all tabs'], ANSWERED],
  ['sent by another tab', 'chosen stored begun gone', ['list'], ANSWERED],
  ['removed', `${onServer} removing removed`, ['list, all tabs'], ''],
  ['removed beside another', `${asked} removing removedAlone`, ['list'], ANSWERED],
  ['not removed', `${onServer} removing notRemoved`, ['list'], ANSWERED],
  ['failed and seen', `${onServer} failed seen`, ['device: seen'], ''],
  ['failed and seen twice', `${onServer} failed seen seen`, [], ''],
  ['chosen after a failure', `${onServer} failed chosenAnew`, ['take back'], ''],
  ['that cannot be taken', 'unfit', [], ANSWERED],
  ['left failed by an earlier visit', 'leftFailed', [], ANSWERED],
])('what follows for a file %s', (_what, story, follows, answer) => {
  expect(after(story)).toMatchObject({ follows, answer });
});

test.each([
  ['is polled for 20 minutes', 'pending 2000 begun '.repeat(599), 'converting'],
  ['and no longer', 'pending 2000 begun '.repeat(600), 'failed'],
  ['without counting sleep', `${'pending 2000 begun '.repeat(300)} pending 3600000 begun`, 'converting'],
  ['or an hour without a network', 'offline 2000 begun '.repeat(1800), 'converting'],
])('a conversion without a result %s', (_what, story, shown) => {
  expect(after(`${onServer} ${story} pending`).shown).toBe(shown);
});

test('a result that stays unknown is reported, and nothing else happens', () => {
  const { follows, answer } = after(`${onServer} refused begun refused begun refused`);
  expect(follows).toEqual(['device: failed', expect.stringMatching(/^say Sorry\. We could not find out/)]);
  expect(answer).toBe(ANSWERED);
});
