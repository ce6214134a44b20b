import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { plainProgram } from '#testing/programs.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { auditedActs, startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { conversionOf, upload } from '#server/testing/uploads.ts';

const server = useTestServer();
const [first, second] = tenant.entryTerms;
const [term, other] = [first!, second!];

async function idOf(username: string): Promise<string> {
  return (await server().context.applicants.find(username))?.id ?? '';
}

async function draft(name: string, answers: Readonly<Record<string, string>>): Promise<string> {
  const username = `${name.toLowerCase()}@terms.example`;
  const applicant = await server().applicant(username);
  await applicant.put('/api/answer', { answers: { first_name: name, last_name: 'Terms', ...answers } });
  return idOf(username);
}

function linesOf(csv: string) {
  return parseCsv(csv).lines.map(({ content }) => content);
}

describe('entry terms in the office', () => {
  test('are a column and a filter of the list, and a column of the CSV', async () => {
    await draft('Early', { entry_term: term.value });
    await draft('Late', { entry_term: other.value });
    await draft('Gone', { entry_term: '1999FA' });
    await draft('Open', {});
    const desk = await startClerk(server());
    const found = async (query: string) =>
      linesOf((await desk.get(`/office/applications.csv?q=terms.example&${query}`)).text).map(
        (line) => `${line['Name']}: ${line['Entry term']}`,
      );
    expect((await found('')).toSorted()).toEqual([
      `Early Terms: ${term.label}`,
      'Gone Terms: 1999FA',
      `Late Terms: ${other.label}`,
      'Open Terms: ',
    ]);
    expect(await found(`term=${term.value}`)).toEqual([`Early Terms: ${term.label}`]);
    expect(await found(`term=${other.value}&status=submitted`)).toEqual([]);
    expect(await found('term=NONE')).toEqual([]);
    const { text } = await desk.get(`/office?q=terms.example&term=${term.value}`);
    expect(text).toContain(`<option value="${term.value}" selected>${term.label}</option>`);
    expect(text).toContain(`<td role="cell" class="term">${term.label}</td>`);
    expect(text).toContain('1 application.');
    expect(text).toContain(`/office/answers.csv?q=terms.example&#38;term=${term.value}`);
  });

  test('an application leads to its neighbors in the list that it was opened from', async () => {
    const ids: string[] = [];
    for (const name of ['Ann', 'Bea', 'Cleo']) {
      server().clock.advance(60_000);
      ids.unshift(await draft(name, { preferred_name: 'Neighbor', entry_term: other.value }));
    }
    const desk = await startClerk(server());
    const query = `?q=neighbor&term=${other.value}`;
    const around = async (id: string | undefined, search = query) => {
      const { text } = await desk.get(`/office/applications/${id}${search}`);
      const to = (words: string) =>
        new RegExp(`applications/([\\da-f-]+)[^"]*">${words}<`).exec(text)?.[1] ?? null;
      expect(text).toContain(`href="/office${search.replaceAll('&', '&#38;')}">All applications`);
      return [to('Previous'), to('Next')];
    };
    expect(await around(ids[0])).toEqual([null, ids[1]]);
    expect(await around(ids[1])).toEqual([ids[0], ids[2]]);
    expect(await around(ids[2])).toEqual([ids[1], null]);
    // An application that the search does not find has no neighbors there.
    expect(await around(ids[1], '?q=nobody-of-this-name')).toEqual([null, null]);
  });
});

describe('the CSV with all answers', () => {
  test(
    'has the list and every answer in the words of the submission, the number of the SSN masked',
    { tags: 'slow' },
    async () => {
      const username = 'whole@answers.example';
      const applicant = await server().applicant(username);
      await upload(applicant, 'college_transcript', await makePicture({ type: 'png' }), 'scan.png');
      await conversionOf(applicant, 'college_transcript');
      await submit(applicant, {
        first_name: 'Whole',
        zip: '01850',
        ssn: '987-65-4321',
        birth_date: '1996-12-09',
      });
      await server().context.database.pool.query(
        `UPDATE submissions SET frozen = jsonb_set(frozen, '{answer,gender_desc}', '"As it was worded"')
       WHERE account_id = $1`,
        [await idOf(username)],
      );
      const desk = await startClerk(server(), 'Alma Answers');
      const { headers, text } = await desk.get('/office/answers.csv?q=answers.example');
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toContain('filename="answers 2026-09-01.csv"');
      const [line] = linesOf(text);
      const program = tenant.programs.find(({ value }) => value === plainProgram.program_type);
      expect(line).toMatchObject({
        Name: 'Whole Hopper',
        'E-mail': username,
        'Entry term': term.label,
        Status: 'Submitted',
        Submitted: expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d$/),
        'First name': 'Whole',
        'Birth date': '1996-12-09',
        'ZIP or postal code': '01850',
        'Social Security number': '***-**-4321',
        Gender: 'As it was worded',
        'Program type': program?.label,
        'Unofficial transcript': 'scan.png',
      });
      expect(text).toMatch(/,"01850",/);
      expect(text).toMatch(/,1996-12-09,/);
      expect(text).not.toContain('987-65');
      expect(await auditedActs(server(), 'Alma Answers')).toEqual(['office-opened', 'office-answers-saved']);
    },
  );

  test('leaves out answers to questions that are not asked, and shows a draft in the words of today', async () => {
    await draft('Unasked', {
      citizenship_type: '1',
      citizenship: 'FRA',
      gender: 'female',
      gender_desc: 'Something else',
    });
    const desk = await startClerk(server());
    const [line] = linesOf((await desk.get('/office/answers.csv?q=unasked')).text);
    expect(line).toMatchObject({ Gender: 'Female', 'Country of citizenship': '' });
  });

  test('has every application once, however many there are', async () => {
    const { pool } = server().context.database;
    await pool.query(
      `INSERT INTO accounts (id, username)
        SELECT gen_random_uuid(), 'many' || n || '@many.example' FROM generate_series(1, 230) n`,
    );
    await pool.query(
      `INSERT INTO applications (account_id, created_at, updated_at)
        SELECT id, now(), now() FROM accounts WHERE username LIKE '%@many.example'`,
    );
    const desk = await startClerk(server());
    const lines = linesOf((await desk.get('/office/answers.csv?q=many.example')).text);
    expect(new Set(lines.map((line) => line['E-mail'])).size).toBe(230);
  });
});
