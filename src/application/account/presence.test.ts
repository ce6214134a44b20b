import { expect, test } from 'vitest';
import { after, applicant, at, readingOf, visitor } from '#testing/steps.ts';
import type { Effect, Event } from '../events.ts';
import type { State } from '../model.ts';

const MINUTE = 60_000;
const ACTIVE: Event = { type: 'active', isChosen: false };
const STAY: Event = { type: 'active', isChosen: true };
const TICK: Event = { type: 'ticked' };

/** An applicant, and both of the device's clocks, which may differ. */
class Sitting {
  readonly state: State = applicant();
  readonly effects: Effect[] = [];
  wall = Date.UTC(2026, 10, 20, 12);
  elapsed = 0;

  pass(ms: number): this {
    this.wall += ms;
    this.elapsed += ms;
    return this.does(TICK);
  }

  does(event: Event): this {
    const now = { wall: this.wall, elapsed: this.elapsed, today: () => '2026-11-20' };
    this.effects.push(...after(this.state, event, now));
    return this;
  }

  get is(): string {
    if (this.state.who.is !== 'applicant') return this.state.who.is;
    return this.state.presence?.isWarned === true ? 'warned' : 'at work';
  }

  done(kind: Effect['do']): number {
    return this.effects.filter((effect) => effect.do === kind).length;
  }
}

test.each([
  { idle: 14 * MINUTE - 1, is: 'at work' },
  { idle: 14 * MINUTE, is: 'warned' },
  { idle: 15 * MINUTE - 1, is: 'warned' },
  { idle: 15 * MINUTE, is: 'departed' },
])('after $idle idle milliseconds, an applicant is $is', ({ idle, is }) => {
  expect(new Sitting().pass(idle).is).toBe(is);
});

test('every activity starts the 15 minutes again', () => {
  expect(
    new Sitting()
      .pass(13 * MINUTE)
      .does(ACTIVE)
      .pass(13 * MINUTE).is,
  ).toBe('at work');
});

test('a movement does not end the warning, and choosing to stay does', () => {
  const sitting = new Sitting().pass(14 * MINUTE).does(ACTIVE);
  expect(sitting.is).toBe('warned');
  expect(sitting.does(STAY).is).toBe('at work');
  expect(sitting.pass(13 * MINUTE).is).toBe('at work');
});

test.each([ACTIVE, STAY, TICK])('a tab that slept for 15 minutes is logged out, woken by %o', (event) => {
  const sitting = new Sitting();
  sitting.wall += 20 * MINUTE;
  expect(sitting.does(event).is).toBe('departed');
});

test.each([MINUTE, 24 * 60 * MINUTE])('a clock set back by %i ms delays nothing', (ms) => {
  const sitting = new Sitting().pass(10 * MINUTE);
  sitting.wall -= ms;
  expect(sitting.pass(4 * MINUTE).is).toBe('warned');
  expect(sitting.pass(MINUTE).is).toBe('departed');
});

test('after a clock was set back, the tabs still tell each other of activity', () => {
  const sitting = new Sitting().pass(MINUTE).does(ACTIVE);
  sitting.wall -= 24 * 60 * MINUTE;
  sitting.pass(14 * MINUTE);
  expect(sitting.does({ type: 'activeElsewhere', at: sitting.wall - 1000 }).is).toBe('at work');
  sitting.does(ACTIVE);
  expect(sitting.done('tellActive')).toBe(2);
});

test.each([
  { what: 'somebody was at work in another tab a minute ago', agoMs: MINUTE, is: 'at work' },
  { what: 'all other tabs rested, too', agoMs: 15 * MINUTE, is: 'departed' },
  { what: 'a clock in the future told of it', agoMs: -MINUTE, is: 'departed' },
])('a tab that wakes after 20 minutes is $is if $what', ({ agoMs, is }) => {
  const sitting = new Sitting();
  sitting.wall += 20 * MINUTE;
  expect(sitting.does({ type: 'activeElsewhere', at: sitting.wall - agoMs }).is).toBe(is);
});

test('activity in another tab ends the warning', () => {
  const sitting = new Sitting().pass(14 * MINUTE);
  expect(sitting.does({ type: 'activeElsewhere', at: sitting.wall - 1000 }).is).toBe('at work');
});

test('the other tabs are told of activity every five seconds, not at every key', () => {
  const sitting = new Sitting().does(ACTIVE).pass(1000).does(ACTIVE).pass(5000).does(ACTIVE);
  expect(sitting.effects.flatMap((effect) => (effect.do === 'tellActive' ? [effect.at] : []))).toEqual([
    sitting.wall - 6000,
    sitting.wall,
  ]);
});

test('the other tabs are told of a login: one that has slept must not end it because the session before was idle', () => {
  const begun: Event = { type: 'loggedIn', reading: readingOf({}) };
  expect(after(visitor(), begun, at(5000)).map((effect) => effect.do)).toContain('tellActive');
});

test('the server is told of activity every five minutes, at once if somebody chose to stay, and never without activity', () => {
  const sitting = new Sitting();
  const heard: number[] = [];
  for (const minute of [1, 4.9, 5, 6, 10, 22]) {
    const before = sitting.done('callServer');
    sitting.pass(minute * MINUTE - sitting.elapsed).does(ACTIVE);
    if (sitting.done('callServer') > before) heard.push(minute);
  }
  sitting.pass(MINUTE).does(STAY);
  expect(heard).toEqual([5, 10, 22]);
  expect(sitting.done('callServer')).toBe(4);
});
