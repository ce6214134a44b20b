import { expect, test } from 'vitest';
import { applicantName } from '#service-view/applicant-name.ts';
import { READ_ALL } from '#server/domain/office/rights.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test.each([
  { answers: { first_name: 'Grace', last_name: 'Hopper' }, listed: 'Grace Hopper' },
  {
    answers: { first_name: 'Martin', middle_name: 'Luther', last_name: 'King', suffix: 'Jr.' },
    listed: 'Martin Luther King Jr.',
  },
  {
    answers: { first_name: 'Ada', last_name: 'Byron', suffix: '2', suffix_desc: 'II' },
    listed: 'Ada Byron II',
  },
  { answers: { last_name: ' Hopper ', middle_name: ' ' }, listed: 'Hopper' },
])('the office reads the name of the printout: $listed', async ({ answers, listed }) => {
  const { applications, officeList } = server().context;
  const { id } = await server().account();
  await applications.saveAnswers(id, answers);
  expect([(await officeList.get(READ_ALL, id)).name, applicantName(answers)]).toEqual([listed, listed]);
  await applications.saveAnswers(id, { preferred_name: 'Amazing' });
  expect((await officeList.get(READ_ALL, id)).name).toBe(`${listed} (Amazing)`);
});
