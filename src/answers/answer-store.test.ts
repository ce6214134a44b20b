import { expect, test } from 'vitest';
import { AnswerStore } from './answer-store.ts';

/** A store with animation frames that the test runs by hand. */
function storeWithFrames() {
  const frames: (() => void)[] = [];
  const told: unknown[] = [];
  const store = new AnswerStore(
    () => '2026-11-21',
    (changes, origin, before) => told.push({ changes, origin, before: before['city'] }),
    (run) => frames.push(run),
  );
  const drawFrame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { store, told, drawFrame };
}

test('letters are there at once, and told together after the frame', () => {
  const { store, told, drawFrame } = storeWithFrames();
  const heard: string[] = [];
  store.subscribe('city', () => heard.push(store.get('city')));
  store.type('city', 'Y');
  store.type('city', 'Yo');
  expect(store.get('city')).toBe('Yo');
  expect(store.isUntold).toBe(true);
  expect({ heard, told }).toEqual({ heard: [], told: [] });
  drawFrame();
  expect(heard).toEqual(['Yo']);
  expect(told).toEqual([{ changes: { city: 'Yo' }, origin: 'typed', before: undefined }]);
  expect(store.isUntold).toBe(false);
  drawFrame();
  expect(told).toHaveLength(1);
});

test('a choice shows at once and is told after the frame, with what it clears', () => {
  const { store, told, drawFrame } = storeWithFrames();
  store.apply({ citizenship_type: '2', alien_registration_number: 'A12345678' }, 'news');
  told.length = 0;
  const heard: string[] = [];
  store.subscribe('alien_registration_number', () => heard.push(store.get('alien_registration_number')));
  store.set('citizenship_type', '1');
  expect(heard).toEqual(['']);
  expect(told).toEqual([]);
  drawFrame();
  expect(told).toMatchObject([{ changes: { citizenship_type: '1', alien_registration_number: '' } }]);
});

test('what was typed is told before news of the same answer takes its place', () => {
  const { store, told } = storeWithFrames();
  store.type('city', 'York');
  store.apply({ city: 'Erie' }, 'news');
  expect(told).toEqual([
    { changes: { city: 'York' }, origin: 'typed', before: undefined },
    { changes: { city: 'Erie' }, origin: 'news', before: 'York' },
  ]);
});

test('a page that is left has it told first', () => {
  const { store, told, drawFrame } = storeWithFrames();
  store.type('city', 'York');
  store.tell();
  expect(told).toHaveLength(1);
  drawFrame();
  expect(told).toHaveLength(1);
});
