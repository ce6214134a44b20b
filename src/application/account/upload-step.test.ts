import { expect, test } from 'vitest';
import { ANSWERED } from '#form/change.ts';
import { after, again, asked, onServer, ready, storageAgain, up } from '#testing/upload-stories.ts';

test.each([
  ['a chosen file is copied first', 'chosen', 'uploading', 'chosen', Infinity],
  ['then the account is looked at', 'chosen stored', 'uploading', 'chosen', 0],
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
  ['no network', `${ready} offline`, 'waiting', 'chosen', 1000],
  ['no network for long', `${ready} ${`offline ${again} `.repeat(9)} offline`, 'waiting', 'chosen', 10_000],
  ['no network at the look', 'chosen stored begun offline', 'waiting', 'chosen', 1000],
  ['a busy server', `${ready} busy30s`, 'waiting', 'chosen', 30_000],
  ['a server that is busy for long', `${ready} busy61s`, 'failed', 'failed', Infinity],
  ['a server busy three times', `${ready} ${`busy ${again} `.repeat(2)} busy`, 'failed', 'failed', Infinity],
  ['each kind counts alone', `${ready} ${`busy ${again} `.repeat(2)} offline`, 'waiting', 'chosen', 1000],
  [
    'storage away 15 times',
    `${ready} ${`storage ${again} `.repeat(14)} storage`,
    'waiting',
    'chosen',
    40_000,
  ],
  [
    'storage away 16 times',
    `${ready} ${`storage ${again} `.repeat(15)} storage`,
    'failed',
    'failed',
    Infinity,
  ],
  ['another tab is at it', 'chosen stored begun inLine', 'waiting', 'chosen', Infinity],
  ['another tab has sent it', 'chosen stored begun leftSent', 'converting', 'converting', 0],
  ['another tab has chosen one since', 'chosen stored begun goneFor2', 'waiting', 'chosen', 0],
  ['nothing has become of it', 'chosen stored begun leftWaiting', 'uploading', 'chosen', Infinity],
  ['nothing more than this tab has done', `${onServer} leftSent`, 'converting', 'converting', Infinity],
  ['it was never stored', 'chosen gone', 'uploading', 'chosen', Infinity],
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
  [
    'the device was cleared meanwhile',
    'chosen stored begun deviceAnew gone',
    'uploading',
    'chosen',
    Infinity,
  ],
  ['somebody has a network', `${ready} offline hastened`, 'waiting', 'chosen', 0],
  ['for another question', `${ready} offline otherHastened`, 'waiting', 'chosen', 1000],
  ['while a request is under way', `${ready} hastened`, 'uploading', 'free', Infinity],
  ['it is taken back', `${onServer} removing`, 'none', 'removing', Infinity],
  ['that fails', `${onServer} removing notRemoved`, 'failed', 'failed', Infinity],
  ['taken back before the storage has it', `${ready} placed begun removing`, 'none', undefined, undefined],
  ['a file is chosen over that', `${onServer} removing chosenAnew`, 'uploading', 'chosen', Infinity],
  [
    'another tab takes it back while it is converted',
    `chosen stored ${onServer} gone`,
    'none',
    undefined,
    undefined,
  ],
  ['another tab has chosen one over that', `${onServer} removing goneFor2`, 'waiting', 'chosen', 0],
  ['an earlier visit was told to wait', 'leftBusy', 'waiting', 'chosen', 7000],
  ['not for longer than a minute', 'leftBusyForLong', 'waiting', 'chosen', 60_000],
  ['and counts on', `leftBusy begun free begun busy`, 'failed', 'failed', Infinity],
  ['but tries at once what had no network', 'leftOffline', 'waiting', 'chosen', 0],
  ['another device converts', 'followed', 'converting', 'converting', 0],
  ['again after a failure', `${onServer} failed followed`, 'converting', 'converting', 0],
  [
    'not after an unknown result',
    `${onServer} ${'refused begun '.repeat(3)} followed`,
    'failed',
    'unknown',
    Infinity,
  ],
  ['an earlier visit left it waiting', 'leftWaiting', 'waiting', 'chosen', 0],
  ['or converting', 'leftSent', 'converting', 'converting', 0],
  ['or failed', 'leftFailed', 'failed', 'failed', Infinity],
  ['news of the file before', `${onServer} chosenAnew failed`, 'uploading', 'chosen', Infinity],
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
  ['accepted', `${up} accepted`, ['device: stored'], ANSWERED],
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
  ['kept from a busy server', `${ready} busy`, ['say Sorry.', 'device: stored'], ANSWERED],
  ['kept from it again', `${ready} busy ${again} busy`, ['device: stored'], ANSWERED],
  [
    'accepted after that',
    `${ready} busy ${again} placed begun posted begun accepted`,
    ['device: stored', 'take back'],
    ANSWERED,
  ],
  ['kept without a network', `${ready} offline`, ['device: stored'], ANSWERED],
  [
    'kept from a storage',
    `${ready} placed begun storage ${storageAgain} 19000 storage`,
    ['device: stored'],
    ANSWERED,
  ],
  [
    'kept from it for 20 seconds',
    `${ready} placed begun storage ${storageAgain} 20000 storage`,
    ['say Sorry.', 'device: stored'],
    ANSWERED,
  ],
  [
    'kept from a storage that hangs',
    `${ready} placed begun 120000 storage`,
    ['say Sorry.', 'device: stored'],
    ANSWERED,
  ],
  [
    'kept from it after an hour without a network',
    `${ready} offline 3600000 ${again} placed begun storage`,
    ['device: stored'],
    ANSWERED,
  ],
  ['given up for another', `${asked} yields`, ['device: done', 'list, all tabs'], ANSWERED],
  ['sent by another tab', 'chosen stored begun gone', ['list'], ANSWERED],
  ['taken back', `${onServer} removing`, [], ANSWERED],
  ['removed', `${onServer} removing removed`, ['list, all tabs'], ''],
  ['removed beside another', `${onServer} removing removedAlone`, ['list'], ANSWERED],
  ['taken back while asked', `${asked} removing`, ['list'], ANSWERED],
  ['not removed', `${onServer} removing notRemoved`, ['say Sorry.', 'list'], ANSWERED],
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
