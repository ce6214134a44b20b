import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { laterTerm, plainProgram } from '#testing/programs.ts';
import { pdfFile } from '../support/files.ts';
import { test } from './test.ts';

test('opens, types, reloads, signs up, logs in, saves, attaches a file', async ({ person }, info) => {
  await person.opens('/about');
  await person.answers('First name', 'Zoë');
  await person.reads('Saved on this device');
  await person.reloads();
  await person.hasAnswered('First name', 'Zoë');
  await person.presses('Continue');
  await person.signsUp();
  await person.logsIn();
  await person.isAt('/about');
  await person.reads(/^Saved to your account/);
  await person.answers('Last name', 'Öztürk-O’Neill');
  await person.reads(/^Saved to your account/);
  await expect
    .poll(async () => (await person.calls('GET', '/api/profile')).answer)
    .toMatchObject({ first_name: 'Zoë', last_name: 'Öztürk-O’Neill' });
  const { name, buffer } = await pdfFile();
  await writeFile(info.outputPath(name), buffer);
  await person.presses('Education');
  await person.isAt('/education');
  await person.choosesFiles('college_transcript', info.outputPath(name));
  await person.reads(/^Attached/, 60_000);
});

test('a whole application, up to the receipt @long', async ({ person }, info) => {
  await person.opens('/about');
  await person.answers('First name', 'Zoë');
  await person.presses('Continue');
  await person.signsUp();
  await person.logsIn();
  await person.presses('Final Steps');
  await person.isAt('/final-steps');
  await person.presses('Submit');
  await person.isAt('/about');
  await person.reads("We're missing some information!");
  await person.presses('Please enter your last name.');
  await person.answers('Last name', 'Öztürk-O’Neill');
  await person.answers('Month', '2');
  await person.answers('Day', '29');
  await person.answers('Year', '1996');
  await person.answers('Gender', 'I prefer not to say');
  await person.answers('Cell phone', '5705550188');
  await person.hasAnswered('Cell phone', '(570) 555-0188');
  await person.answers('Country', 'United States');
  await person.answers('Address line 1', '12 Elm Street');
  // A list of similar addresses may come late, over the next field.
  await person.leavesField();
  await person.answers('City', 'Scranton');
  await person.answers('State or province', 'Pennsylvania');
  await person.answers('ZIP or postal code', '18509');
  await person.answers('Citizenship status', 'U.S. citizen');
  await person.picks('Are you a veteran of the U.S. armed forces?', 'No');
  await person.presses('Continue');
  await person.isAt('/education');
  await person.answers('Program type', plainProgram['program_type_desc']!);
  await person.answers('Major', plainProgram['applied_major_desc']!);
  await person.answers('Entry term', laterTerm.label);
  await person.picks(`Have you attended ${tenant.name} before?`, 'No');
  await person.answers('College or university', 'University of Scran');
  await person.takesSuggestion('University of Scranton');
  await expect
    .poll(async () => (await person.calls('GET', '/api/profile')).answer)
    .toMatchObject({
      college_name: 'University of Scranton',
      college_city: 'Scranton',
      college_ceeb: '2929',
    });
  await person.answers('Degree earned or expected', 'Bachelor of Science');
  const { name, buffer } = await pdfFile();
  const file = info.outputPath(name);
  await writeFile(file, buffer);
  await person.choosesFiles('college_transcript', file);
  await person.reads(/^Attached/, 60_000);
  await person.reads(/^Saved to your account/);
  await person.presses('Continue');
  await person.isAt('/final-steps');
  await person.ticks(tenant.texts.legalAgreement.slice(0, 20));
  await person.presses('Submit');
  await person.isAt('/completion');
  await person.reads('Your application was successfully submitted.');
  // Older browsers write a comma.
  await person.reads(/^Submitted on [A-Z][a-z]+ \d{1,2}, \d{4}(?: at|,) /);
});
