import { expect } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { Device } from '../support/device.ts';
import { admin, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';
import { stolen } from '../support/thief.ts';

/**
 * Somebody logs in, saves a city, enters a name that cannot be sent, and the browser is killed. Then the session ends at
 * the server.
 */
async function closesWithoutLoggingOut(device: Device, server: TestServer, isShared: boolean) {
  await device.start();
  const page = await device.context.newPage();
  const applicant = new Applicant(page, server);
  await applicant.hasASession();
  const profile = await page.request.get(`${server.url}/api/profile`);
  const key = Buffer.from(profile.headers()['device-key'] ?? '', 'base64url');
  expect(key).toHaveLength(32);
  await device.context.clearCookies();
  await applicant.opens('/login');
  if (isShared) await applicant.ticks('This is a shared computer');
  await applicant.logsIn();
  await applicant.answers('City', 'Canary Falls');
  await applicant.reads(/Saved to your account/);
  await page.route('**/api/answer', (route) => route.abort());
  await applicant.answers('First name', 'Ann Canary');
  await applicant.reads(/Offline: 1 answer waiting/);
  await device.kill();
  await admin(server, 'end-sessions', applicant.email);
  return { applicant, key };
}

/** Opens the profile as a program does: the key and the records, but no page of the form. */
async function reads(device: Device, server: TestServer): Promise<string> {
  await device.start();
  const page = await device.context.newPage();
  await page.goto(`${server.url}/healthz`);
  const loot = await stolen(page);
  await device.kill();
  return loot;
}

/** @returns the person again, at the card to which the form leads without a session */
async function returns(device: Device, server: TestServer, { email }: Applicant): Promise<Applicant> {
  await device.start();
  const applicant = new Applicant(await device.context.newPage(), server, email);
  await applicant.page.goto(`${server.url}/about`);
  return applicant;
}

test('a shared computer whose browser is killed keeps nothing of the person, and no key @slow', async ({
  server,
}) => {
  const device = new Device();
  try {
    const { applicant, key } = await closesWithoutLoggingOut(device, server, true);
    for (const trace of ['Canary', applicant.email, key]) expect(await device.filesWith(trace)).toEqual([]);
    const loot = await reads(device, server);
    expect(loot).not.toContain('Canary');
    expect(loot).not.toContain(applicant.email);
  } finally {
    await device.end();
  }
});

test('a device of one’s own can be read until the form opens again, and then only its owner opens what waits @slow', async ({
  server,
}) => {
  const device = new Device();
  try {
    const { applicant, key } = await closesWithoutLoggingOut(device, server, false);
    expect(await device.filesWith('Canary')).toEqual([]);
    expect(await device.filesWith(key)).not.toEqual([]);
    const loot = await reads(device, server);
    expect(loot).toContain('Canary Falls');
    expect(loot).toContain('Ann Canary');

    const next = await returns(device, server, applicant);
    await next.isAt('/login');
    await expect.poll(() => stolen(next.page)).not.toContain('Canary');
    await device.kill();
    expect(await reads(device, server)).not.toContain('Canary');

    const owner = await returns(device, server, applicant);
    await owner.opens('/login');
    await owner.logsIn();
    await owner.hasAnswered('City', 'Canary Falls');
    await owner.hasAnswered('First name', 'Ann Canary');
    await owner.reads(/Saved to your account/);
  } finally {
    await device.end();
  }
});
