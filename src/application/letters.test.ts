import { expect, test } from 'vitest';
import { clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { Application } from './run.ts';
import { accountIn } from './record-names.ts';

/** An application with animation frames that the test runs by hand, and a device that does not open. */
function withFrames() {
  const frames: (() => void)[] = [];
  const app = new Application({
    device: new Device(accountIn),
    loadChanges: () => import('#device/changes.ts'),
    clock,
    today: () => '2026-11-21',
    reload: () => undefined,
    soon: (run) => frames.push(run),
  });
  const told: string[] = [];
  app.subscribe(() => told.push(app.get('city')));
  const drawFrame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { app, told, drawFrame };
}

test('letters are in the state at once, and all others are notified together after the frame', () => {
  const { app, told, drawFrame } = withFrames();
  const heard: string[] = [];
  app.subscribeTo('city', () => heard.push(app.get('city')));
  app.type('city', 'Y');
  app.type('city', 'Yo');
  expect(app.get('city')).toBe('Yo');
  expect({ heard, told }).toEqual({ heard: [], told: [] });
  drawFrame();
  expect(new Set(heard)).toEqual(new Set(['Yo']));
  expect(told).toEqual(['Yo']);
  drawFrame();
  expect(told).toHaveLength(1);
  app.close();
});

test('a choice shows at once, with what it clears, and others are notified after the frame', () => {
  const { app, told, drawFrame } = withFrames();
  app.set('citizenship_type', '2');
  app.set('alien_registration_number', 'A12345678');
  drawFrame();
  told.length = 0;
  const heard: string[] = [];
  app.subscribeTo('alien_registration_number', () => heard.push(app.get('alien_registration_number')));
  app.set('citizenship_type', '1');
  expect(heard).toEqual(['']);
  expect(told).toEqual([]);
  drawFrame();
  expect(told).toHaveLength(1);
  app.close();
});

test('others are notified of what was typed before anything else happens', () => {
  const { app, told } = withFrames();
  app.type('city', 'York');
  app.dispatch({ type: 'filled', changes: { city: 'Erie' } });
  expect(told).toEqual(['York', 'Erie']);
  app.close();
});

test('a page that is left notifies them first', () => {
  const { app, told, drawFrame } = withFrames();
  app.type('city', 'York');
  app.settle();
  expect(told).toHaveLength(1);
  drawFrame();
  expect(told).toHaveLength(1);
  app.close();
});
