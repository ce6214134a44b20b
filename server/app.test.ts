import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/define-call.ts';
import { SERVER_PATHS } from '#contract/server-paths.ts';
import { UPLOAD_PATH } from '#server/adapters/storage/embedded.ts';
import { COPY_PATH } from '#server/domain/documents/copy-links.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { tenant } from '#tenant/tenant.ts';
import { routes } from './routes/all.ts';
import { actRoutes } from './routes/office/acts.ts';

const server = useTestServer();

interface Operation {
  readonly method: Call['method'];
  readonly path: string;
  readonly needsSession: boolean;
}

/** The one address under /api that is not a call: `GET /api/pdf` returns it. */
const COPY: Operation = { method: 'GET', path: `${COPY_PATH}/${randomUUID()}`, needsSession: true };

/** Returns every operation of the API, from the server's own OpenAPI document. */
async function operations(): Promise<Operation[]> {
  const { body } = await server().visitor().get('/openapi.json');
  return Object.entries<Record<string, { security: object[] }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase() as Call['method'],
      path: path.replace('{key}', 'college_transcript'),
      needsSession: security.some((scheme) => 'session' in scheme),
    })),
  );
}

/** Everything that the files below a folder export, by name. */
async function exportsBelow(folder: string): Promise<readonly (readonly [name: string, value: unknown])[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const modules = await Promise.all(
    sources.map(async (path): Promise<object> => import(resolve(folder, path))),
  );
  return modules.flatMap((module) => Object.entries(module));
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Sends a body that no call accepts. An answer about the body shows that access was granted. */
const call = (visitor: Visitor, { method, path }: Operation) =>
  visitor.send({ method, url: path, ...(method !== 'GET' && { payload: { not_a_field: true } }) });

describe('the role matrix of every route', () => {
  test('every call of the specification is in the OpenAPI document', async () => {
    const known = (await operations()).map(({ method, path }) => `${method} ${path}`);
    expect(known).toEqual(
      expect.arrayContaining([
        'POST /public/signup',
        'POST /public/confirm',
        'POST /public/login',
        'POST /public/resend-confirm',
        'POST /public/forgot-password',
        'POST /public/reset-password',
        'GET /api/logout',
        'GET /api/profile',
        'PUT /api/answer',
        'POST /api/web-status',
        'PUT /api/last-page',
        'POST /api/validations',
        'POST /api/submit',
        'PUT /api/add-another',
        'GET /api/add-another',
        'PUT /api/tabs',
        'GET /api/tabs',
        'POST /api/presigned-url',
        'GET /api/document-answer',
        'DELETE /api/document-answer/college_transcript',
        'POST /api/pdf/document-answer/college_transcript',
        'GET /api/pdf/document-answer/college_transcript',
        'DELETE /api/pdf/document-answer/college_transcript',
        'GET /api/pdf',
        'GET /public/tmp',
        'GET /service/tmp-pdf',
        'GET /lookup/find',
      ]),
    );
  });

  test('every call of the contract has a route', async () => {
    const { body } = await server().visitor().get('/openapi.json');
    const declared = (await exportsBelow('src/contract')).flatMap(([, value]) =>
      isCall(value) ? [`${value.method} ${value.path.replaceAll(/:(\w+)/g, '{$1}')}`] : [],
    );
    const served = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((call) => !served.includes(call))).toEqual([]);
  });

  test('every file of routes is part of the server', async () => {
    const written = (await exportsBelow('server/routes')).filter(
      ([name, value]) => name.endsWith('Routes') && typeof value === 'function',
    );
    const served = [...routes, ...actRoutes];
    expect(written.map(([name]) => name).toSorted()).toEqual(served.map(({ name }) => name).toSorted());
  });

  test('the worker and the development page leave every call to the server', async () => {
    const paths = (await operations()).map(({ path }) => path);
    for (const path of [
      ...paths,
      UPLOAD_PATH,
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/metrics',
      '/dev/mail',
    ])
      expect(path).toMatch(SERVER_PATHS);
    for (const page of ['/', '/about', '/service-view', '/developer']) expect(page).not.toMatch(SERVER_PATHS);
  });

  test('everything under /api needs a session, and nothing else does', async () => {
    for (const operation of await operations()) {
      expect(operation).toMatchObject({ needsSession: operation.path.startsWith('/api/') });
    }
  });

  test('a stranger and the holder of a service token get 401 under /api, whatever they send', async () => {
    const owner = await server().applicant('matrix@example.com');
    await owner.put('/api/answer', { answers: { first_name: 'Matrix' } });
    const { context } = server();
    const applicant = await context.applicants.find('matrix@example.com');
    const { token } = await context.tokens.issueServiceToken(applicant?.id ?? '', 60_000);
    const strangers = [
      server().visitor(),
      server().visitor({ cookie: `${tenant.identityCookiePrefix}.session=1` }),
      server().visitor({ cookie: `admissions-session=${token}` }),
      server().visitor({ authorization: `Bearer ${token}` }),
    ];
    for (const operation of [...(await operations()), COPY].filter(({ needsSession }) => needsSession)) {
      for (const stranger of strangers) {
        expect({ ...operation, ...(await call(stranger, operation)) }).toMatchObject({ status: 401 });
        const withToken = { ...operation, path: `${operation.path}?service_token=${token}` };
        expect((await call(stranger, withToken)).status).toBe(401);
      }
    }
  });

  test('an applicant is never refused for lack of access, and reads nothing of another', async () => {
    await (await server().applicant()).put('/api/answer', { answers: { first_name: 'Somebody-Elses-Name' } });
    const applicant = await server().applicant();
    for (const operation of (await operations()).filter(
      ({ path }) => !path.startsWith('/export/') && path !== '/api/logout',
    )) {
      const answer = await call(applicant, operation);
      expect({ ...operation, status: answer.status }).not.toMatchObject({ status: 401 });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain('Somebody-Elses-Name');
    }
  });

  test('a session does not open what a token opens', { tags: 'slow' }, async () => {
    const applicant = await server().applicant();
    for (const url of [
      '/service/tmp-pdf',
      '/service/tmp-pdf?service_token=x',
      '/public/tmp',
      '/public/tmp?token=x',
    ]) {
      const [asApplicant, asStranger] = [await applicant.get(url), await server().visitor().get(url)];
      expect([asApplicant.status, asApplicant.text]).toEqual([404, asStranger.text]);
    }
  });
});

describe('tokens', () => {
  async function issued(ttlMs = 60_000) {
    const { context, applicant } = server();
    const username = `token-${ttlMs}-${Math.random()}@example.com`;
    const owner = await applicant(username);
    await owner.put('/api/answer', { answers: { first_name: 'Shown' } });
    const account = await context.applicants.find(username);
    return context.tokens.issueServiceToken(account?.id ?? '', ttlMs);
  }
  const view = (token: string) => server().visitor().get(`/service/tmp-pdf?service_token=${token}`);

  test('a service token shows one application, and is stored hashed', async () => {
    const { token } = await issued();
    expect((await view(token)).body).toEqual({
      answer: { first_name: 'Shown' },
      add_another: {},
      document_answer: {},
      tabs: {},
    });
    const { rows } = await server().context.database.pool.query('SELECT * FROM tokens');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    { typed: '123-45-6789', ssn: '***-**-6789' },
    { typed: '123-45', ssn: '***-**-****' },
    { typed: '1234567890', ssn: '***-**-****' },
    { typed: '', ssn: '' },
  ])(
    'a link shows $ssn of the Social Security number "$typed", and the profile all of it',
    async ({ typed, ssn }) => {
      const { context, applicant } = server();
      const username = `ssn-${typed}@example.com`;
      const owner = await applicant(username);
      await owner.put('/api/answer', { answers: { ssn: typed } });
      const account = await context.applicants.find(username);
      const { token } = await context.tokens.issueServiceToken(account?.id ?? '', 60_000);
      expect((await view(token)).body.answer).toEqual({ ssn });
      expect((await owner.get('/api/profile')).body.answer).toEqual({ ssn: typed });
    },
  );

  test('a token that is revoked, expired, changed, missing or of the other realm is the same 404', async () => {
    const { context, clock } = server();
    const revoked = await issued();
    await context.tokens.revoke({ id: revoked.id });
    const expired = await issued(1000);
    clock.advance(1001);
    const good = await issued();
    const answers = await context.tokens.issueAnswersToken({ first_name: 'Temporary' }, 60_000);
    const refused = await Promise.all([
      view(revoked.token),
      view(expired.token),
      view(`${good.token.slice(0, -1)}${good.token.endsWith('A') ? 'B' : 'A'}`),
      view(answers.token),
      view(''),
      view('x'.repeat(5000)),
      server().visitor().get('/service/tmp-pdf'),
      server().visitor().get(`/public/tmp?token=${good.token}`),
    ]);
    expect(new Set(refused.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"message":"This does not exist."}']),
    );
    expect((await server().visitor().get(`/public/tmp?token=${answers.token}`)).body).toEqual({
      answer: { first_name: 'Temporary' },
    });
  });
});

test('a HEAD request for the logout ends nothing', async () => {
  const applicant = await server().applicant();
  await applicant.send({ method: 'HEAD', url: '/api/logout' });
  expect((await applicant.get('/api/profile')).status).toBe(200);
  expect((await applicant.get('/api/logout')).status).toBe(200);
  expect((await applicant.get('/api/profile')).status).toBe(401);
});

test('the server tells whether it lives and is ready, and no more', async () => {
  expect((await server().visitor().get('/healthz')).body).toEqual({ status: 'ok' });
  const ready = await server().visitor().get('/readyz');
  expect(ready).toMatchObject({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', queue: 'ok' } },
  });
});
