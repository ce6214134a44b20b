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

  test.each(['q', 'program', 'status'])(
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
    expect(headers['content-disposition']).toContain('filename="applications.csv"');
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

test('one of 10,000 applications is found by indexes alone', async () => {
  const { database } = server().context;
  const search = { text: 'grace bulk77', program: '', term: '', status: '', since: null } as const;
  const query = rowsOf(database.kysely, { scope: READ_ALL, search, page: 1 }).compile();
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
