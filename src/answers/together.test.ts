// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { expect, test } from 'vitest';
import { freshBrowser } from '#testing/fresh-browser.ts';
import { bringBack, fillBlanks } from './together.ts';

const { tabOf } = freshBrowser();

test('a copy leaves no impossible combination, and can be undone', async () => {
  const tab = await tabOf().start();
  const { store } = tab.answers;
  store.set('program_type', 'MASTER');
  store.set('applied_major', 'ENGR');
  store.set('applied_concentration', 'CIV');
  const before = store.getAll();
  const undo = bringBack(store, { program_type: 'DOCTOR', program_type_desc: 'Doctorate' });
  expect(store.getAll()).toMatchObject({ program_type: 'DOCTOR', applied_major: '' });
  undo();
  expect(store.getAll()).toEqual(before);
});

test('filling blanks takes nothing that the answers here leave no room for', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('program_type', 'DOCTOR');
  fillBlanks(tab.answers.store, { program_type: 'MASTER', applied_major: 'ENGR', city: 'Erie' });
  expect(tab.answers.store.getAll()).toMatchObject({ program_type: 'DOCTOR', city: 'Erie' });
  expect(tab.answers.store.get('applied_major')).toBe('');
});

test('filling blanks takes nothing that belongs to an account, and nothing that nobody asks', async () => {
  const tab = await tabOf().start();
  fillBlanks(tab.answers.store, { employ_resume: 'ANSWERED', submit_date: '2026-11-20', shoe_size: '43' });
  expect(tab.answers.store.getAll()).toEqual({});
});
