import { expect } from 'playwright/test';
import {
  breakCalls,
  breakKeysReadBack,
  breakKeysWritten,
  breakOpening,
  deleteKeyring,
  type OpeningFault,
} from '../faults/storage-faults.ts';
import { test } from './test.ts';

const ON_DEVICE = 'Saved on this device';
const IN_ACCOUNT = /^Saved to your account/;
const ALWAYS = 1_000_000;

test('a connection that closes during a write is opened again unnoticed @long', async ({
  person,
  faulty,
}) => {
  const breaks = await breakCalls(faulty, 'transactions');
  await person.opens('/about');
  await person.answers('City', 'Erie');
  await person.reads(ON_DEVICE);
  await breaks(3);
  await person.answers('City', 'Scranton');
  await person.reads(ON_DEVICE);
  await person.doesNotRead(/Not saved on this device/);
  await person.reloads();
  await person.hasAnswered('City', 'Scranton');
});

test('the page says that the device is full; typed text stays, and is stored once there is room @long', async ({
  person,
  faulty,
}) => {
  const breaks = await breakCalls(faulty, 'writes');
  await person.opens('/about');
  await person.answers('City', 'Erie');
  await person.reads(ON_DEVICE);
  await breaks(ALWAYS);
  await person.answers('City', 'Scranton');
  await person.reads('Not saved on this device: there is no room left.');
  await person.reloads();
  await person.hasAnswered('City', 'Scranton');
  await breaks(0);
  await person.answers('City', 'York');
  await person.reads(ON_DEVICE);
  await person.reloads();
  await person.hasAnswered('City', 'York');
});

for (const fault of ['hangs', 'throws', 'absent'] satisfies OpeningFault[])
  test(`storage that ${fault} when it is opened delays nobody, and an account gets every answer @long`, async ({
    person,
    faulty,
  }) => {
    await breakOpening(faulty, fault);
    await person.opens('/about');
    await person.answers('City', 'Scranton');
    await person.reads('Not saved on this device: its storage is blocked.');
    await person.hasAnswered('City', 'Scranton');
    await person.hasADraft();
    await person.opens('/about');
    await person.answers('City', 'York');
    await person.reads(IN_ACCOUNT);
    await person.opens('/about');
    await person.hasAnswered('City', 'York');
  });

for (const [what, breakKeys] of [
  ['cannot be stored', breakKeysWritten],
  ['reads back as nothing', breakKeysReadBack],
] as const)
  test(`if a key ${what}, the draft is stored in another way @long`, async ({ person, faulty }) => {
    await breakKeys(faulty);
    await person.opens('/about');
    await person.answers('City', 'Scranton');
    await person.reads(ON_DEVICE);
    await person.reloads();
    await person.hasAnswered('City', 'Scranton');
  });

test('a lost key and a deleted storage lose nothing that the account has @long', async ({
  person,
  faulty,
  network,
}) => {
  await person.hasADraft();
  await person.opens('/about');
  await person.answers('City', 'Scranton');
  await person.reads(IN_ACCOUNT);
  // A page of the same site that runs none of our code.
  await person.tab.goTo(`${network.url}/robots.txt`);
  await deleteKeyring(faulty);
  await person.opens('/about');
  await person.hasAnswered('City', 'Scranton');
  // While the page is open, as a browser does when it needs room.
  await person.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase('application').addEventListener('success', () => resolve());
      }),
  );
  await person.opens('/about');
  await person.hasAnswered('City', 'Scranton');
  await person.answers('City', 'York');
  await person.reads(IN_ACCOUNT);
  expect((await person.calls('GET', '/api/profile')).answer).toEqual({ city: 'York' });
});
