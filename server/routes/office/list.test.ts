import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { rowsOf } from '#server/domain/office/office-list.ts';
import { READ_ALL } from '#server/domain/office/rights.ts';
import { auditedActs, openOffice, startClerk } from '#server/testing/office.ts';
import { planOf } from '#server/testing/plan-of.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const clerk = (name?: string) => startClerk(server(), name);
const audited = (name: string) => auditedActs(server(), name);

/** The names in a list, in its order. */
function namesIn(page: string): string[] {
  return [...page.matchAll(/<a href="\/office\/applications\/[\da-f-]+[^"]*"[^>]*>([^<]*)</g)].map(
    ([, name = '']) => name,
  );
}

describe('the list', () => {
  test.each([
    { name: 'Siobhan O’Brien', typed: "O'Brien" },
    { name: 'Sean O&#39;Casey', stored: "Sean O'Casey", typed: 'O’Casey' },
    { name: 'Kaʻiulani Kealoha', typed: 'KAIULANI' },
    { name: 'Linh Đặng', typed: 'Dang' },
    { name: 'Linda Dang', typed: 'Đặng' },
    { name: 'Jonas Weiß', typed: 'Weiss' },
    { name: 'Greta Gross', typed: 'Groß' },
    { name: 'Łukasz Wałęsa', typed: 'lukasz walesa' },
    { name: 'Anna Smith–Jones', typed: 'smith-jones' },
    { name: 'Ana Lopez-Ruiz', typed: 'lópez ruiz' },
    { name: 'Zo\u00adë Soft', typed: 'zoe soft' },
    { name: 'Jan Müller', typed: 'Mueller' },
    { name: 'Jon Mueller', typed: 'MÜLLER' },
    { name: 'Kaj Jørgensen', typed: 'Joergensen' },
    { name: 'Kim Joergensen', typed: 'jørgensen' },
    { name: 'Ulf Ångman', typed: 'aangman' },
    { name: 'ИВАН ПЕТРОВ', typed: 'петров' },
    { name: 'Анна Жукова', typed: 'ЖУКОВА' },
    { name: 'Νίκος Παππάς', typed: 'ΠΑΠΠΑΣ' },
  ])('finds $name by $typed', async ({ name, stored = name, typed }) => {
    const [first = '', ...rest] = stored.split(' ');
    const person = await server().applicant(`name.${Buffer.from(name).toString('hex')}@example.com`);
    await person.put('/api/answer', { answers: { first_name: first, last_name: rest.join(' ') } });
    const desk = await clerk();
    const page = (await desk.get(`/office?q=${encodeURIComponent(typed)}`)).text;
    expect(namesIn(page)).toContain(name.replace('\u00ad', ''));
  });

  test('finds by parts of name, address, program and status', async () => {
    const [program] = tenant.programs;
    const [major] = program?.majors ?? [];
    const zoe = await server().applicant('zoe.find@example.com');
    await zoe.put('/api/answer', {
      answers: {
        first_name: 'Zoë',
        last_name: 'Ångström',
        preferred_name: 'Zo_e',
        program_type: program?.value ?? '',
        applied_major: major?.value ?? '',
      },
    });
    await zoe.post('/api/web-status', { web_status: 'started' });
    const desk = await clerk();
    const found = async (query: string) => namesIn((await desk.get(`/office?${query}`)).text);
    const name = 'Zoë Ångström (Zo_e)';
    for (const query of [
      'q=zoe+angstr',
      'q=ÅNGSTRÖM',
      'q=zoe.find%40EXAMPLE',
      'q=zo_e',
      `q=ångström&program=${program?.value}`,
      `q=ångström&program=${program?.value}%2F${major?.value}`,
      'q=ångström&status=started',
      'q=ångström&status=nonsense&page=-3&new=what',
    ])
      expect({ query, found: await found(query) }).toEqual({ query, found: [name] });
    for (const query of [
      'q=zoe+nobody',
      'q=z%25e',
      'q=ångström&status=submitted',
      'q=ångström&program=NONE',
      'q=ångström&status=validating',
    ])
      expect({ query, found: await found(query) }).toEqual({ query, found: [] });
    await zoe.put('/api/answer', { answers: { last_name: 'Renamed', preferred_name: '' } });
    expect(await found('q=zoe.find')).toEqual(['Zoë Renamed']);
  });

  test('offers the programs that the clerk may read', async () => {
    const [program, other] = tenant.programs;
    const [major] = other?.majors ?? [];
    const codesFor = async (...programs: readonly string[]) => {
      const desk = await startClerk(server(), 'Nora Narrow', 86_400_000, { mayAct: false, programs });
      const select =
        /<select name="program">(.*?)<\/select>/s.exec((await desk.get('/office')).text)?.[1] ?? '';
      return [...select.matchAll(/value="([^"]+)"/g)].map(([, code]) => code);
    };
    const withMajors = tenant.programs.map(({ value, majors }) => [
      value,
      ...majors.map((one) => `${value}/${one.value}`),
    ]);
    const [all = []] = withMajors;
    expect(await codesFor()).toEqual(withMajors.flat());
    expect(await codesFor(program?.value ?? '')).toEqual(all);
    const one = `${other?.value}/${major?.value}`;
    expect(await codesFor(one)).toEqual([one]);
  });

  test('is sorted by last name, by program in the order of the choices, or by date', async () => {
    const [program] = tenant.programs;
    const [first = '', second = ''] = (program?.majors ?? []).map(({ value }) => value);
    const people = [
      { first_name: 'Zoe', last_name: 'Lee', applied_major: second },
      { first_name: 'Bo', last_name: 'Lee Ann', applied_major: first },
      { first_name: 'Ann', last_name: 'Łee', applied_major: first },
      { first_name: 'Åse', last_name: 'Adams', applied_major: second },
    ];
    for (const answers of people) {
      server().clock.advance(60_000);
      const person = await server().applicant();
      await person.put('/api/answer', {
        answers: { preferred_name: 'Sorted', program_type: program?.value ?? '', ...answers },
      });
    }
    const desk = await clerk();
    const order = async (sort: string) =>
      namesIn((await desk.get(`/office?q=sorted&sort=${sort}`)).text).map((name) =>
        name.replace(' (Sorted)', ''),
      );
    expect(await order('')).toEqual(['Åse Adams', 'Ann Łee', 'Bo Lee Ann', 'Zoe Lee']);
    expect(await order('name')).toEqual(['Åse Adams', 'Ann Łee', 'Zoe Lee', 'Bo Lee Ann']);
    expect(await order('program')).toEqual(['Ann Łee', 'Bo Lee Ann', 'Åse Adams', 'Zoe Lee']);
    expect(await order('username')).toEqual(await order(''));
    const { text } = await desk.get('/office/applications.csv?q=sorted&sort=name');
    expect(parseCsv(text).lines.map(({ content }) => content['Name'])).toEqual([
      'Åse Adams (Sorted)',
      'Ann Łee (Sorted)',
      'Zoe Lee (Sorted)',
      'Bo Lee Ann (Sorted)',
    ]);
  });

  test('narrows to days of submission as the university has them, and says what is wrong with a day', async () => {
    const late = await server().applicant('days.late@example.com');
    await submit(late, { first_name: 'Days' });
    const at = (time: string) =>
      server().context.database.pool.query(
        `UPDATE applications SET submitted_at = $1 FROM accounts
         WHERE accounts.id = account_id AND username = 'days.late@example.com'`,
        [time],
      );
    const desk = await clerk();
    const page = async (query: string) => (await desk.get(`/office?q=days.late&${query}`)).text;
    // Midnight at the university is four or five hours later in UTC.
    await at('2026-08-30T03:59:59Z');
    expect(namesIn(await page('from=2026-08-29&to=2026-08-29'))).toEqual(['Days Hopper']);
    expect(namesIn(await page('from=2026-08-30'))).toEqual([]);
    await at('2026-08-30T04:00:00Z');
    expect(namesIn(await page('to=2026-08-29'))).toEqual([]);
    expect(namesIn(await page('from=2026-08-30&to=2026-08-30'))).toEqual(['Days Hopper']);
    for (const [query, sentence, kept] of [
      [
        'from=30.11.2026',
        '“30.11.2026” is not a date. Please write it like 2026-11-30.',
        'value="30.11.2026"',
      ],
      ['to=2026-02-31', '“2026-02-31” is not a date.', 'value="2026-02-31"'],
      ['from=2026-12-01&to=2026-11-01', 'Please check both days.', 'value="2026-12-01"'],
    ] as const) {
      const text = await page(`${query}&status=submitted`);
      for (const part of [sentence, kept, '<option value="submitted" selected>', 'value="days.late"'])
        expect(text).toContain(part);
    }
  });

  test('a program or term that is offered no longer stays chosen, and is called so', async () => {
    const { text } = await (await clerk()).get('/office?program=OLD&term=1999FA');
    for (const code of ['OLD', '1999FA'])
      expect(text).toContain(`<option value="${code}" selected>${code} (not offered now)</option>`);
  });

  test('beyond the last page is the last page', async () => {
    await server().applicant('beyond1@example.com');
    const { text } = await (await clerk()).get('/office?q=beyond1&page=7');
    expect(text).toContain('1 application.');
    expect(namesIn(text)).toHaveLength(1);
  });

  test.each(['q', 'program', 'status', 'from', 'sort'])(
    'a NUL in %s counts as if it were missing, on the page and in the CSV',
    async (part) => {
      await server().applicant();
      const desk = await clerk();
      for (const path of ['/office', '/office/applications.csv']) {
        const { status, text } = await desk.get(path);
        const answer = await desk.get(`${path}?${part}=%00`);
        expect([answer.status, answer.text]).toEqual([status, text]);
      }
    },
  );

  test('shows what was submitted since the last visit', async () => {
    const { clock } = server();
    const token = await server().context.officeLinks.issue('Nina New', 86_400_000);
    const desk = server().visitor();
    const comesBack = async () => {
      clock.advance(5 * 3_600_000);
      await openOffice(desk, token);
    };
    await openOffice(desk, token);
    expect((await desk.get('/office')).text).not.toContain('since your last visit');
    clock.advance(60_000);
    await submit(await server().applicant('new1@example.com'), { first_name: 'Newcomer' });
    // Within a visit nothing becomes old, however often the list is read.
    expect((await desk.get('/office')).text).not.toContain('class="new"');
    await comesBack();
    for (let read = 0; read < 2; read += 1) {
      const { text } = await desk.get('/office');
      expect(text).toContain('1 new since your last visit on Sep 1, 2026');
      expect(text.match(/class="new"/g)).toHaveLength(1);
    }
    expect(namesIn((await desk.get('/office?new=1')).text)).toEqual(['Newcomer Hopper']);
    await comesBack();
    expect((await desk.get('/office')).text).toContain('Nothing new since your last visit');
  });

  test('as CSV it is what the list shows, all pages of it, without a formula', async () => {
    const evil = await server().applicant('evil.csv@example.com');
    await submit(evil, { first_name: '=HYPERLINK("http://evil.example")', last_name: 'Csv' });
    const desk = await clerk('Carla Csv');
    const { headers, text } = await desk.get('/office/applications.csv?q=evil.csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('filename="applications 2026-09-01.csv"');
    expect(text).toMatch(/^\uFEFF/);
    const { lines } = parseCsv(text);
    expect(lines.map(({ content }) => content)).toMatchObject([
      {
        Name: `'=HYPERLINK("http://evil.example") Csv`,
        'E-mail': 'evil.csv@example.com',
        Status: 'Submitted',
        Submitted: expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d$/),
      },
    ]);
    expect(await audited('Carla Csv')).toEqual(['office-opened', 'office-list-saved']);
  });

  test('names are shown as text, even if they contain HTML', async () => {
    const applicant = await server().applicant('markup@example.com');
    await applicant.put('/api/answer', { answers: { first_name: '<b onclick="x">&amp;' } });
    const { text } = await (await clerk('<i>Nora</i>')).get('/office?q=%22%3E%3Cscript%3E');
    expect(text).not.toMatch(/<script|<b |<i>/);
    expect(namesIn((await (await clerk()).get('/office?q=markup')).text)).toEqual([
      '&#60;b onclick=&#34;x&#34;&#62;&#38;amp;',
    ]);
  });
});

test('one of 10,000 applications is found by indexes alone', { tags: 'slow' }, async () => {
  const { database } = server().context;
  const search = {
    text: 'grace bulk77',
    program: '',
    term: '',
    status: '',
    since: null,
    from: '',
    to: '',
    sort: '',
  } as const;
  const query = rowsOf(database.kysely, READ_ALL, search, 1).compile();
  const plan = await planOf(database, query, {
    tables: ['accounts', 'applications'],
    fill: [
      `INSERT INTO accounts (id, username)
        SELECT md5(n::text)::uuid, 'bulk' || n || '@example.com' FROM generate_series(1, 10000) n`,
      `INSERT INTO applications (account_id, serial, created_at, updated_at, submitted_at, started_at, name_search)
        SELECT id, row_number() OVER (), now(), now(), now(), now(), 'person ' || md5(username) FROM accounts`,
    ],
  });
  expect(plan).toMatch(/Index Scan on applications_name_search_idx/);
  expect(plan).toMatch(/Index Scan on accounts_username_idx/);
  expect(plan).not.toMatch(/Seq Scan on applications/);
  // Each word is looked up once, not again for each row that another word has found.
  expect(plan).toMatch(/SetOp Intersect/);
});
