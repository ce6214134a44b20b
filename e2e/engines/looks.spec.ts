import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { AXE_OPTIONS } from '../access/axe-options.ts';
import { completeAnswers } from '../support/complete-answers.ts';
import { admin } from '../support/server.ts';
import type { Person } from './person.ts';
import { test } from './test.ts';

const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');

/** The complaints of axe about the page, each with rule and element. */
async function complaints({ tab }: Person): Promise<unknown> {
  await tab.run(`async () => { ${axe} }`, []);
  return tab.run(
    `async (options) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets = [sheet];
      const { violations } = await axe.run(options);
      return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '));
    }`,
    [AXE_OPTIONS],
  );
}

test('axe has no complaint about any screen @long', async ({ person, server }) => {
  for (const path of ['/about', '/education', '/final-steps', '/login', '/signup', '/forgot']) {
    await person.opens(path);
    expect(await complaints(person), path).toEqual([]);
  }
  await person.hasADraft();
  await person.opens('/final-steps');
  await person.presses('Submit');
  await person.reads("We're missing some information!");
  expect(await complaints(person), 'missing information').toEqual([]);
  await person.calls('PUT', '/api/answer', { answers: completeAnswers });
  const link = new URL(await admin(server, 'service-link', person.email));
  await person.calls('POST', '/api/submit');
  await person.opens('/completion');
  expect(await complaints(person), 'completion').toEqual([]);
  await person.opens(`${link.pathname}${link.search}`);
  expect(await complaints(person), 'service view').toEqual([]);
});

test('the service view, also printed, has all answers and nothing to press @long', async ({
  person,
  server,
}, info) => {
  await person.hasADraft(completeAnswers);
  const link = new URL(await admin(server, 'service-link', person.email));
  await person.opens(`${link.pathname}${link.search}`);
  await person.reads(completeAnswers['last_name']!);
  expect(
    await person.evaluate(
      () => document.querySelectorAll('input, select, textarea, button, hr, header, footer, nav').length,
    ),
  ).toBe(0);
  const pdf = await person.tab.print?.();
  // WebKitGTK's driver has no command to print.
  if (pdf === undefined) return;
  const file = info.outputPath('service-view.pdf');
  await writeFile(file, pdf);
  const printed = execFileSync('pdftotext', ['-layout', file, '-']).toString();
  expect(printed).toContain(completeAnswers['last_name']);
  expect(printed).toContain(completeAnswers['college_name']);
});
