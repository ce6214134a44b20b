import { expect } from 'playwright/test';
import { buildRelease, Deployments } from '../support/releases.ts';
import { test } from './test.ts';

test('a second release is offered, and accepting it loses no letter @long', async ({ server, atNewTab }) => {
  test.setTimeout(240_000);
  const [one, two] = [await buildRelease('one'), await buildRelease('two')];
  const deployments = new Deployments(server.url);
  const url = await deployments.start();
  await deployments.deploy(one);
  const person = await atNewTab(url);
  const release = () =>
    person.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content'));
  await person.opens('/about');
  await person.isKeptForOffline();
  await person.reloads();
  await person.answers('First name', 'Zoë');
  await deployments.deploy(two, one);
  await person.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await person.reads('A new version', 60_000);
  await person.answers('Last name', 'Lee');
  expect(await release()).toBe('one');
  await person.presses('Update');
  await expect.poll(() => release().catch(() => ''), { timeout: 30_000 }).toBe('two');
  await person.hasAnswered('First name', 'Zoë');
  await person.hasAnswered('Last name', 'Lee');
  await deployments.stop();
});
