/// <reference types="trusted-types" />
import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

/** Tries what an injected text would, and returns what the page has of it. */
function injects(): Record<string, string> {
  const tried = (act: () => void) => {
    try {
      act();
      return 'done';
    } catch (error) {
      return error instanceof Error ? error.name : 'refused';
    }
  };
  const place = document.createElement('div');
  return {
    markup: tried(() => (place.innerHTML = '<img src="x" onerror="alert(1)">')),
    emptyMarkup: tried(() => (place.innerHTML = '')),
    'a script of another site': tried(
      () => (document.createElement('script').src = 'https://evil.example/assets/a.js'),
    ),
    'a file of another kind': tried(() => (document.createElement('script').src = '/storage/a.pdf')),
    'a text of a script': tried(() => (document.createElement('script').text = 'alert(1)')),
  };
}

test('a text becomes neither markup nor a script, and the form and its worker go on @slow', async ({
  page,
  applicant,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/TrustedHTML|TrustedScript|Content Security Policy/.test(message.text()))
      refused.push(message.text());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await applicant.opens('/education');
  await page.waitForFunction(() => navigator.serviceWorker.ready);
  expect(refused).toEqual([]);
  expect(await page.evaluate(injects)).toEqual({
    markup: 'TypeError',
    emptyMarkup: 'done',
    'a script of another site': 'TypeError',
    'a file of another kind': 'TypeError',
    'a text of a script': 'TypeError',
  });
});

test('the form starts beside an extension that has made its own policy @slow', async ({
  page,
  applicant,
}) => {
  await page.addInitScript(() => {
    window.trustedTypes?.createPolicy('default', { createHTML: (markup) => markup });
  });
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
});
