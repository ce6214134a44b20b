import { beforeEach, expect, test } from 'vitest';
import { IdleTimer, type IdleState } from './idle-timer.ts';

const MINUTE = 60_000;
let now: number;
let elapsed: number;
let tick: () => void;
let told: number[];
let toldByOthers: number;
let states: IdleState[];
let timer: IdleTimer;

beforeEach(() => {
  now = 1_000_000;
  elapsed = 0;
  told = [];
  toldByOthers = 0;
  states = [];
  timer = new IdleTimer(
    {
      now: () => now,
      elapsed: () => elapsed,
      every: (_, callback) => {
        tick = callback;
        return () => {
          tick = () => undefined;
        };
      },
      tellOthers: (at) => told.push(at),
      toldByOthers: () => toldByOthers,
    },
    (state) => states.push(state),
  );
  timer.start();
});

function pass(ms: number): void {
  now += ms;
  elapsed += ms;
  tick();
}

function setClockBack(ms: number): void {
  now -= ms;
  tick();
}

test('warns a minute before 15 idle minutes, and expires at 15', () => {
  pass(14 * MINUTE - 1);
  expect(states).toEqual([]);
  pass(1);
  expect(states).toEqual(['warning']);
  pass(MINUTE - 1);
  expect(states).toEqual(['warning']);
  pass(1);
  expect(states).toEqual(['warning', 'expired']);
});

test('starts again with every activity', () => {
  pass(13 * MINUTE);
  timer.active();
  pass(13 * MINUTE);
  expect(states).toEqual([]);
});

test('a movement does not answer the warning, choosing to stay does', () => {
  pass(14 * MINUTE);
  timer.active();
  expect(states).toEqual(['warning']);
  timer.stay();
  expect(states).toEqual(['warning', 'active']);
  pass(13 * MINUTE);
  expect(states).toEqual(['warning', 'active']);
});

test('a tab that slept for 15 minutes is logged out when it wakes, whatever woke it', () => {
  now += 20 * MINUTE;
  timer.active();
  expect(states).toEqual(['expired']);
  timer.stay();
  expect(states).toEqual(['expired']);
});

test.each([MINUTE, 24 * 60 * MINUTE])('a clock set back by %i ms puts nothing off', (ms) => {
  pass(10 * MINUTE);
  setClockBack(ms);
  pass(4 * MINUTE);
  expect(states).toEqual(['warning']);
  pass(MINUTE);
  expect(states).toEqual(['warning', 'expired']);
});

test('after a clock was set back the tabs still tell each other of activity', () => {
  pass(MINUTE);
  timer.active();
  setClockBack(24 * 60 * MINUTE);
  pass(14 * MINUTE);
  timer.activeElsewhere(now - 1000);
  expect(states).toEqual(['warning', 'active']);
  timer.active();
  expect(told).toEqual([1_000_000 + MINUTE, now]);
});

test('activity in another tab keeps this one alive, and ends its warning', () => {
  pass(14 * MINUTE);
  timer.activeElsewhere(now - 1000);
  expect(states).toEqual(['warning', 'active']);
});

test('tells the other tabs now and then, not at every key', () => {
  timer.active();
  now += 1000;
  timer.active();
  now += 5000;
  timer.active();
  expect(told).toEqual([1_000_000, 1_006_000]);
});

test.each([
  {
    what: 'a tab that was frozen knows at once that somebody is at work in another',
    agoMs: MINUTE,
    state: 'active',
  },
  { what: 'one in which all others rested is over', agoMs: 15 * MINUTE, state: 'expired' },
  { what: 'what a clock in the future has told says nothing', agoMs: -MINUTE, state: 'expired' },
])('$what', ({ agoMs, state }) => {
  now += 20 * MINUTE;
  toldByOthers = now - agoMs;
  expect(timer.check()).toBe(state);
});
