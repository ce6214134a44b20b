import { test } from './test.ts';

test('a letter is stored, and there after a reload', async ({ person }) => {
  await person.opens('/about');
  await person.answers('First name', 'Zoë');
  await person.reads('Saved on this device');
  await person.reloads();
  await person.hasAnswered('First name', 'Zoë');
});
