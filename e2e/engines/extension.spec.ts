import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { completeAnswers } from '../support/complete-answers.ts';
import { actsAsExtension, allChanges, notesWhatIsSaid, whatWasSaid } from '../support/extension.ts';
import { pdfFile } from '../support/files.ts';
import { test } from './test.ts';

test('a whole application beside an extension: no message appears while nothing is wrong @long', async ({
  person,
  faulty,
}, info) => {
  await faulty.addInitScript(notesWhatIsSaid);
  await faulty.addInitScript(actsAsExtension, allChanges);
  await person.opens('/about');
  await person.answers('First name', 'Zoë');
  await person.reads('Saved on this device');
  await person.reloads();
  await person.hasAnswered('First name', 'Zoë');
  await person.presses('Continue');
  await person.signsUp();
  await person.logsIn();
  await person.isAt('/about');
  await person.answers('Last name', 'Öztürk');
  await person.answers('Country', 'Canada');
  await person.answers('Country', 'United States');
  await person.answers('State or province', 'Pennsylvania');
  await person.picks('Are you a veteran of the U.S. armed forces?', 'Yes');
  await person.picks('Are you a veteran of the U.S. armed forces?', 'No');
  await person.reads(/^Saved to your account/);
  await person.calls('PUT', '/api/answer', { answers: { ...completeAnswers, legal_agree: '' } });
  await person.reloads();
  await person.hasAnswered('City', completeAnswers['city']!);
  await person.presses('Continue');
  await person.isAt('/education');
  const { name, buffer } = await pdfFile();
  const file = info.outputPath(name);
  await writeFile(file, buffer);
  await person.choosesFiles('college_transcript', file);
  await person.reads(/^Attached/, 60_000);
  await person.presses('Continue');
  await person.isAt('/final-steps');
  await person.presses('About You');
  await person.hasAnswered('City', completeAnswers['city']!);
  await person.presses('Final Steps');
  await person.ticks(tenant.texts.legalAgreement.slice(0, 20));
  await person.presses('Submit');
  await person.isAt('/completion');
  await person.reads('Your application was successfully submitted.');
  const said = await person.evaluate(whatWasSaid);
  expect(said.filter((text) => !text.startsWith('Success Notification'))).toEqual([]);
});
