// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { expect, test } from 'vitest';
import { freshBrowser } from '#testing/fresh-browser.ts';
import { bringBack, fillBlanks } from './fill.ts';

const { tabOf } = freshBrowser();

test('a copy leaves no impossible combination, and can be undone', async () => {
  const tab = await tabOf().start();
  const { app } = tab;
  app.set('program_type', 'MASTER');
  app.set('applied_major', 'ENGR');
  app.set('applied_concentration', 'CIV');
  const before = app.getAll();
  const undo = bringBack(app, { program_type: 'DOCTOR', program_type_desc: 'Doctorate' });
  expect(app.getAll()).toMatchObject({ program_type: 'DOCTOR', applied_major: '' });
  undo();
  expect(app.getAll()).toEqual(before);
});

test('filling blanks takes nothing that the answers here leave no room for', async () => {
  const tab = await tabOf().start();
  tab.app.set('program_type', 'DOCTOR');
  fillBlanks(tab.app, { program_type: 'MASTER', applied_major: 'ENGR', city: 'Erie' });
  expect(tab.app.getAll()).toMatchObject({ program_type: 'DOCTOR', city: 'Erie' });
  expect(tab.app.get('applied_major')).toBe('');
});

test('filling blanks takes nothing that belongs to an account, and nothing that nobody asks', async () => {
  const tab = await tabOf().start();
  fillBlanks(tab.app, { employ_resume: 'ANSWERED', submit_date: '2026-11-20', shoe_size: '43' });
  expect(tab.app.getAll()).toEqual({});
});
