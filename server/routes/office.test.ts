import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { makePicture } from '#server/adapters/converter/corpus.ts';
import { parseCsv } from '#server/domain/csv.ts';
import { submit } from '#server/testing/submit.ts';
import { startTestServer, useTestServer, type TestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer();
const DAY_MS = 86_400_000;
const COOKIE = 'admissions-office';

/** Returns a browser that has opened a new link. */
async function clerk(name = 'Nora Clerk', { visitor, context }: TestServer = server()): Promise<Visitor> {
  const desk = visitor();
  const token = await context.officeLinks.issue(name, 30 * DAY_MS);
  expect((await desk.get(`/office?token=${token}`)).status).toBe(303);
  return desk;
}

async function idOf(username: string): Promise<string> {
  return (await server().context.applicants.find(username))?.id ?? '';
}

/** The names in a list, in its order. */
function namesIn(page: string): string[] {
  return [...page.matchAll(/<a href="\/office\/applications\/[\da-f-]+"[^>]*>([^<]*)</g)].map(
    ([, name = '']) => name,
  );
}

async function audited(actor: string): Promise<string[]> {
  const { rows } = await server().context.database.pool.query(
    'SELECT event, account_id, address FROM audit WHERE actor = $1 ORDER BY id',
    [actor],
  );
  return rows.map((row) => `${row.event}${row.account_id === null ? '' : ` ${row.account_id}`}`);
}

describe('the link', () => {
  test('becomes a session cookie, leaves the address, and rests hashed', async () => {
    const { context, visitor } = server();
    const token = await context.officeLinks.issue('Nora Clerk', DAY_MS);
    const desk = visitor();
    const opened = await desk.get(`/office?token=${token}`);
    expect([opened.status, opened.headers.location]).toEqual([303, '/office']);
    expect(opened.headers['set-cookie']).toMatch(
      /^admissions-office=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(JSON.stringify(opened.headers)).not.toContain(token);
    expect((await desk.get('/office')).status).toBe(200);
    const { rows } = await context.database.pool.query('SELECT * FROM office_links');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('over https, the cookie is bound to the host', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });
    const token = await secure.context.officeLinks.issue('Nora Clerk', DAY_MS);
    const opened = await secure.visitor().get(`/office?token=${token}`);
    expect(opened.headers['set-cookie']).toMatch(/^__Host-admissions-office=.*; Path=\/; HttpOnly; Secure/);
    await secure.close();
  });

  test('revoked, expired, changed or unknown, it is the same 404, and its session ends with it', async () => {
    const { context, clock, visitor } = server();
    const links = context.officeLinks;
    const desk = visitor();
    const revoked = await links.issue('Rita Revoked', DAY_MS);
    await desk.get(`/office?token=${revoked}`);
    expect((await desk.get('/office')).status).toBe(200);
    const id = (await links.list()).find(({ name }) => name === 'Rita Revoked')?.id ?? '';
    expect([await links.revoke({ id }), await links.revoke({ id })]).toEqual([true, false]);
    const expired = await links.issue('Expired', 1000);
    clock.advance(1001);
    const answers = [
      await desk.get('/office'),
      await visitor().get(`/office?token=${revoked}`),
      await visitor().get(`/office?token=${expired}`),
      await visitor().get('/office?token=unknown'),
      await visitor().get(`/office?token=${'x'.repeat(5000)}`),
      await visitor().get('/office'),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]?.text).toContain('Open your link again.');
    expect(await audited('Rita Revoked')).toEqual(['office-opened', 'office-list-read']);
  });

  test('a session ends after a working day, or when its cookie is changed', async () => {
    const { clock } = server();
    const desk = await clerk();
    const kept = desk.cookies.get(COOKIE) ?? '';
    const [id, end, signature] = kept.split('.');
    for (const forged of [`${id}.${Number(end) + 1}.${signature}`, `${id}.${end}.x`, 'x', ''])
      expect(
        (
          await server()
            .visitor({ cookie: `${COOKIE}=${forged}` })
            .get('/office')
        ).status,
      ).toBe(404);
    expect(
      (
        await server()
          .visitor({ cookie: `${COOKIE}=${kept}` })
          .get('/office')
      ).status,
    ).toBe(200);
    clock.advance(12 * 3_600_000);
    expect((await desk.get('/office')).status).toBe(404);
  });
});

describe('a link opens no more than it says', () => {
  const OFFICE = (id: string) => [
    '/office',
    '/office/applications.csv',
    `/office/applications/${id}`,
    `/office/applications/${id}/application.pdf`,
    `/office/applications/${id}/documents/college_transcript.pdf`,
  ];

  test('the office reads nothing of the API, and nobody else anything of the office', async () => {
    const owner = await server().applicant('matrix@example.com');
    await owner.put('/api/answer', { answers: { first_name: 'Matrix' } });
    const id = await idOf('matrix@example.com');
    const { token: service } = await server().context.tokens.issueServiceToken(id, DAY_MS);
    const { token: answers } = await server().context.tokens.issueAnswersToken({ first_name: 'T' }, DAY_MS);
    const link = await server().context.officeLinks.issue('Other Realm', DAY_MS);
    const desk = await clerk();
    const { paths } = (await server().visitor().get('/openapi.json')).body;
    const applicantCalls = Object.entries<Record<string, { security?: unknown[] }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, { security = [] }]) => security.length > 0)
          .map(([method]) => ({
            method: method.toUpperCase(),
            path: path.replace(/\{\w+\}/, 'college_transcript'),
          })),
    );
    expect(applicantCalls.length).toBeGreaterThan(15);
    for (const { method, path } of applicantCalls) {
      const answer = await desk.send({
        method,
        url: path,
        ...(method !== 'GET' && { payload: {} }),
      } as never);
      expect({ path, method, status: answer.status }).toEqual({ path, method, status: 401 });
    }
    const cookie = desk.cookies.get(COOKIE) ?? '';
    const asSession = server().visitor({ cookie: `admissions-session=${cookie}` });
    expect((await asSession.get('/api/profile')).status).toBe(401);
    for (const token of [link, cookie, encodeURIComponent(cookie)]) {
      expect((await desk.get(`/service/tmp-pdf?service_token=${token}`)).status).toBe(404);
      expect((await desk.get(`/service/document?service_token=${token}`)).status).toBe(404);
      expect((await desk.get(`/public/tmp?token=${token}`)).status).toBe(404);
    }
    const strangers = [
      server().visitor(),
      owner,
      server().visitor({ cookie: `${COOKIE}=${owner.cookies.get('admissions-session')}` }),
      server().visitor({ cookie: `${COOKIE}=${service}` }),
    ];
    for (const url of OFFICE(id))
      for (const stranger of strangers) {
        const answer = await stranger.get(url);
        expect({ url, status: answer.status }).toEqual({ url, status: 404 });
        expect(answer.text).not.toContain('Matrix');
      }
    for (const token of [service, answers])
      expect((await server().visitor().get(`/office?token=${token}`)).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const)('%s does nothing there', async (method) => {
    const desk = await clerk('Only Get');
    const before = await audited('Only Get');
    for (const url of OFFICE('3f0d3f0e-0000-4000-8000-000000000000'))
      expect([404, 415]).toContain((await desk.send({ method, url } as never)).status);
    expect(await audited('Only Get')).toEqual(before);
  });

  test('what is unknown is a page with a 404', async () => {
    const desk = await clerk();
    const unknown = '3f0d3f0e-0000-4000-8000-000000000000';
    for (const url of [
      ...OFFICE(unknown).slice(2),
      '/office/applications/x',
      '/office/applications/x/application.pdf',
    ])
      expect({ url, status: (await desk.get(url)).status }).toEqual({ url, status: 404 });
  });

  test('no script can run, and nothing may frame it', async () => {
    const { headers, text } = await (await clerk()).get('/office');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(text).not.toMatch(/<script|\son\w+=/);
  });
});

describe('the list', () => {
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
      'q=zo%25e',
      'q=ångström&status=submitted',
      'q=ångström&program=NONE',
      'q=ångström&status=validating',
    ])
      expect({ query, found: await found(query) }).toEqual({ query, found: [] });
    await zoe.put('/api/answer', { answers: { last_name: 'Renamed', preferred_name: '' } });
    expect(await found('q=zoe.find')).toEqual(['Zoë Renamed']);
  });

  test('shows what came since the last visit', async () => {
    const { clock } = server();
    const desk = await clerk('Nina New');
    expect((await desk.get('/office')).text).not.toContain('since your last visit');
    clock.advance(60_000);
    await submit(await server().applicant('new1@example.com'), { first_name: 'Newcomer' });
    // Within a visit nothing becomes old, however often the list is read.
    expect((await desk.get('/office')).text).not.toContain('class="new"');
    clock.advance(5 * 3_600_000);
    for (let read = 0; read < 2; read += 1) {
      const { text } = await desk.get('/office');
      expect(text).toContain('1 new since your last visit on Sep 1, 2026');
      expect(text.match(/class="new"/g)).toHaveLength(1);
    }
    expect(namesIn((await desk.get('/office?new=1')).text)).toEqual(['Newcomer Hopper']);
    clock.advance(5 * 3_600_000);
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
    const { lines } = parseCsv(text.slice(1));
    expect(lines.map(({ content }) => content)).toMatchObject([
      {
        Name: `'=HYPERLINK("http://evil.example") Csv`,
        'E-mail': 'evil.csv@example.com',
        Status: 'Submitted',
      },
    ]);
    expect(await audited('Carla Csv')).toEqual(['office-opened', 'office-list-saved']);
  });

  test('names are text, whatever they hold', async () => {
    const applicant = await server().applicant('markup@example.com');
    await applicant.put('/api/answer', { answers: { first_name: '<b onclick="x">&amp;' } });
    const { text } = await (await clerk('<i>Nora</i>')).get('/office?q=%22%3E%3Cscript%3E');
    expect(text).not.toMatch(/<script|<b |<i>/);
    expect(namesIn((await (await clerk()).get('/office?q=markup')).text)).toEqual([
      '&#60;b onclick=&#34;x&#34;&#62;&#38;amp;',
    ]);
  });
});

test('an application opens as its document, with its PDF and documents, and all of it is on record', async () => {
  const applicant = await server().applicant('opened@example.com');
  await upload(applicant, 'college_transcript', await makePicture({ type: 'png' }), 'Transcript of 2026.png');
  await expect
    .poll(async () => (await applicant.get('/api/document-answer')).body.college_transcript?.status, {
      timeout: 15_000,
    })
    .toBe('COMPLETED');
  await submit(applicant);
  const id = await idOf('opened@example.com');
  const desk = await clerk('Olga Opens');
  const address = `/office/applications/${id}`;
  const opened = await desk.get(address);
  expect(opened.text).toContain('<h1>Application of Grace Hopper</h1>');
  expect(opened.text).toContain('***-**-6789');
  expect(opened.text).not.toContain('123-45-6789');
  expect(opened.text).toContain(
    `href="${address}/documents/college_transcript.pdf">Transcript of 2026.png</a>`,
  );
  const document = await desk.get(`${address}/documents/college_transcript.pdf`);
  expect(document.raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect(document.headers['content-disposition']).toContain('filename="Transcript of 2026.pdf"');
  const pdf = await desk.get(`${address}/application.pdf`);
  expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.headers['content-disposition']).toContain('Application of Grace Hopper.pdf');
  expect(await audited('Olga Opens')).toEqual([
    'office-opened',
    `office-application-read ${id}`,
    `office-document-saved ${id}`,
    `office-pdf-saved ${id}`,
  ]);
  const { rows } = await server().context.database.pool.query(
    "SELECT DISTINCT address FROM audit WHERE event LIKE 'office-%saved'",
  );
  expect(rows).toEqual([{ address: '127.0.0.1' }]);
});

test('one of 10,000 applications is found by indexes alone', async () => {
  const { pool } = server().context.database;
  await pool.query(`
    WITH made AS (
      INSERT INTO accounts (id, username)
      SELECT gen_random_uuid(), 'bulk' || n || '@example.com' FROM generate_series(1, 10000) n RETURNING id, username
    ), listed AS (
      INSERT INTO applications (account_id, created_at, updated_at, submitted_at, started_at, name_search)
      SELECT id, now(), now(), now(), now(), 'person ' || md5(username) FROM made
    ) SELECT 1`);
  await pool.query('ANALYZE accounts; ANALYZE applications');
  const { sql, parameters } = server().context.officeList.compile({
    text: 'grace bulk77',
    program: '',
    status: '',
    since: null,
  });
  const { rows } = await pool.query(`EXPLAIN ${sql}`, [...parameters]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan on applications_by_name/);
  expect(plan).toMatch(/Index Scan on accounts_by_part_of_username/);
  expect(plan).not.toMatch(/Seq Scan on applications/);
});
