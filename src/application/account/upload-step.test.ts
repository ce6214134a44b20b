import { expect, test } from 'vitest';
import { ANSWERED } from '#form/change.ts';
import { after, asked, onServer, ready, up } from '#testing/upload-stories.ts';

const unknown = `${onServer} refused begun refused begun refused`;

test.each([
  ['a chosen file is copied first', 'chosen', 'uploading', 'waiting', Infinity],
  ['then it is sent', 'chosen stored', 'uploading', 'waiting', 0],
  ['one attempt at a time', ready, 'uploading', 'waiting', Infinity],
  ['then its conversion is asked for', up, 'uploading', 'waiting', Infinity],
  ['then that is polled', `${up} accepted`, 'converting', 'converting', 0],
  ['every 2 seconds', `${onServer} pending`, 'converting', 'converting', 2000],
  ['then the list has to show it', `${onServer} completed`, 'converting', 'converting', Infinity],
  ['whatever the device stores', `${onServer} completed gone`, 'converting', 'converting', Infinity],
  ['then nothing more is done', `${onServer} completed ended`, 'none', undefined, undefined],
  ['no network', `${ready} offline`, 'waiting', 'waiting', 1000],
  ['no network for long', `${ready} ${'offline begun '.repeat(9)} offline`, 'waiting', 'waiting', 10_000],
  ['while it is tried again', `${ready} offline begun`, 'waiting', 'waiting', Infinity],
  ['until there is a network', `${ready} offline begun uploading`, 'uploading', 'waiting', Infinity],
  ['a busy server', `${ready} busy30s`, 'waiting', 'waiting', 30_000],
  ['a server that is busy for long', `${ready} busy61s`, 'failed', 'failed', Infinity],
  ['a server busy three times', `${ready} busy begun busy begun busy`, 'failed', 'failed', Infinity],
  ['each kind counts alone', `${ready} busy begun busy begun offline`, 'waiting', 'waiting', 1000],
  ['storage away 15 times', `${up} ${'storage begun '.repeat(14)} storage`, 'waiting', 'waiting', 40_000],
  ['storage away 16 times', `${up} ${'storage begun '.repeat(15)} storage`, 'failed', 'failed', Infinity],
  ['another tab is at it', 'chosen stored begun inLine', 'waiting', 'waiting', Infinity],
  ['another tab has sent it', 'chosen stored begun leftSent', 'converting', 'converting', 0],
  ['another tab has failed to', 'chosen stored begun inLine leftFailed', 'failed', 'failed', Infinity],
  ['another tab has chosen one since', 'chosen stored begun goneFor2', 'waiting', 'waiting', 0],
  ['nothing has become of it', 'chosen stored begun leftWaiting', 'uploading', 'waiting', Infinity],
  ['nothing more than this tab has done', `${onServer} leftSent`, 'converting', 'converting', Infinity],
  ['it was never stored', 'chosen gone', 'uploading', 'waiting', Infinity],
  ['storage never had it', `${up} refused`, 'failed', 'failed', Infinity],
  ['another device has attached one', asked, 'asking', 'asking', Infinity],
  ['it may be replaced', `${asked} replaces`, 'uploading', 'waiting', 0],
  ['a third file is there', `${asked} replaces begun offline begun taken`, 'asking', 'asking', Infinity],
  ['the other one was deleted', `${asked} replaces begun free`, 'uploading', 'waiting', 0],
  ['polls that fail', `${onServer} busy begun busy begun busy`, 'converting', 'converting', 4000],
  ['a poll without a network', `${onServer} offline`, 'waiting', 'converting', 2000],
  ['three polls refused', unknown, 'failed', 'failed', Infinity],
  [
    'refused, but not in a row',
    `${onServer} refused begun refused begun busy begun refused`,
    'converting',
    'converting',
    2000,
  ],
  ['a conversion that is gone', `${onServer} lost`, 'failed', 'failed', Infinity],
  ['another tab has it', 'chosen stored begun gone', 'none', undefined, undefined],
  [
    'the device was cleared meanwhile',
    'chosen stored begun deviceAnew gone',
    'uploading',
    'waiting',
    Infinity,
  ],
  ['somebody has a network', `${ready} offline hastened`, 'waiting', 'waiting', 0],
  ['for another question', `${ready} offline otherHastened`, 'waiting', 'waiting', 1000],
  ['while a request is under way', `${ready} hastened`, 'uploading', 'waiting', Infinity],
  ['it is taken back', `${onServer} ended`, 'none', undefined, undefined],
  ['that fails', `${onServer} ended notRemoved`, 'failed', 'failed', Infinity],
  ['a file is chosen over that', `${onServer} ended chosenAnew`, 'uploading', 'waiting', Infinity],
  ['before it fails', `${onServer} ended chosenAnew notRemoved`, 'uploading', 'waiting', Infinity],
  [
    'another tab takes it back while it is converted',
    `chosen stored ${onServer} gone`,
    'none',
    undefined,
    undefined,
  ],
  ['another tab has chosen one over that', `${onServer} ended goneFor2`, 'waiting', 'waiting', 0],
  ['an earlier visit was told to wait', 'leftBusy', 'waiting', 'waiting', 7000],
  ['not for longer than a minute', 'leftBusyForLong', 'waiting', 'waiting', 60_000],
  ['and counts on', `leftBusy begun busy`, 'failed', 'failed', Infinity],
  ['but tries at once what had no network', 'leftOffline', 'waiting', 'waiting', 0],
  ['another device converts', 'followed', 'converting', 'converting', 0],
  ['again after a failure', `${onServer} failed followed`, 'converting', 'converting', 0],
  ['not after an unknown result', `${unknown} followed`, 'failed', 'failed', Infinity],
  ['an earlier visit left it waiting', 'leftWaiting', 'waiting', 'waiting', 0],
  ['or converting', 'leftSent', 'converting', 'converting', 0],
  ['or failed', 'leftFailed', 'failed', 'failed', Infinity],
  ['news of the file before', `${onServer} chosenAnew failed`, 'uploading', 'waiting', Infinity],
])('%s: %s', (_what, story, shown, next, waitMs) => {
  expect(after(story)).toMatchObject({ shown, next, waitMs });
});

test.each([
  ['a failed poll', `${onServer} busy`, true],
  ['one that succeeds after it', `${onServer} busy begun pending`, false],
])('"We have your file" after %s', (_what, story, isLong) => {
  expect(after(story).isLong).toBe(isLong);
});

test.each([
  ['accepted', `${up} accepted`, ['device: converting'], ANSWERED],
  ['posted', up, ['device: waiting'], ANSWERED],
  ['converted', `${onServer} completed`, ['device: nothing'], ANSWERED],
  ['failed', `${onServer} failed`, ['device: failed', 'say Why.', 'forget', 'list, all tabs'], ''],
  [
    'lost on the way',
    `${onServer} lost`,
    ['device: failed', expect.stringMatching(/^say The file did not reach us/), 'forget', 'list, all tabs'],
    '',
  ],
  ['refused', `${ready} refused`, ['device: failed', 'say Sorry.', 'forget', 'list, all tabs'], ''],
  ['refused beside another', `${ready} refusedBeside`, ['device: failed', 'say Sorry.', 'list'], ANSWERED],
  ['kept from a busy server', `${ready} busy`, ['say Sorry.', 'device: waiting'], ANSWERED],
  ['kept from it again', `${ready} busy begun busy`, ['device: waiting'], ANSWERED],
  [
    'accepted after that',
    `${ready} busy begun uploading placed accepted`,
    ['device: converting', 'take back'],
    ANSWERED,
  ],
  ['kept without a network', `${ready} offline`, ['device: waiting'], ANSWERED],
  ['kept from a storage', `${ready} storage begun 19000 storage`, ['device: waiting'], ANSWERED],
  [
    'kept from it for 20 seconds',
    `${ready} storage begun 20000 storage`,
    ['say Sorry.', 'device: waiting'],
    ANSWERED,
  ],
  ['kept from a storage that hangs', `${ready} 120000 storage`, ['say Sorry.', 'device: waiting'], ANSWERED],
  [
    'kept from it after an hour without a network',
    `${ready} offline 3600000 begun storage`,
    ['device: waiting'],
    ANSWERED,
  ],
  ['given up for another', `${asked} yields`, ['device: nothing', 'list, all tabs'], ANSWERED],
  ['sent by another tab', 'chosen stored begun gone', ['list'], ANSWERED],
  ['taken back', `${onServer} ended`, [], ANSWERED],
  ['removed', `${onServer} ended removed`, ['list, all tabs'], ''],
  ['removed beside another', `${onServer} ended removedBeside`, ['list'], ANSWERED],
  ['not removed', `${onServer} ended notRemoved`, ['say Sorry.', 'list'], ANSWERED],
  ['removed before the next one', `${onServer} ended chosenAnew removed`, [], ANSWERED],
  ['failed and seen', `${onServer} failed seen`, ['device: nothing'], ''],
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
  const { follows, answer } = after(unknown);
  expect(follows).toEqual(['device: failed', expect.stringMatching(/^say Sorry\. We could not find out/)]);
  expect(answer).toBe(ANSWERED);
});

test('what is chosen after an unknown result replaces the file that may be attached', () => {
  expect(after(`${unknown} chosenAnew`).replaces).toBe('object-1');
});
