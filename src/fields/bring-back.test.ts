// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { expect, test } from 'vitest';
import { freshBrowser } from '#testing/fresh-browser.ts';
import { bringBack } from './bring-back.ts';

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
