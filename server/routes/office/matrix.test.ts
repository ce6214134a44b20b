import { beforeAll, describe, expect, test } from 'vitest';
import { auditedActs, OFFICE_COOKIE, officeAddresses, startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Answer } from '#server/testing/visitor.ts';

const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '1000' } });
const DAY_MS = 86_400_000;

/** All that somebody can hold, and the one door that each opens. */
const opens = {
  'the cookie of an office link': 'the pages of the office',
  'an office link': 'the entrance of the office',
  'the session of an applicant': 'the calls of applicants',
  'a service link': 'the service view',
  'an answer link': 'the temporary view',
  'the key of a program': 'the export',
  'the cookie of a revoked office link': 'nothing',
  'the cookie of an expired office link': 'nothing',
  'the cookie of an office link after twelve hours': 'nothing',
  'a revoked office link': 'nothing',
  'an expired office link': 'nothing',
  nothing: 'nothing',
} as const;
type Holding = keyof typeof opens;

/** Each door with the answer to a wrong secret. Every address behind it is tried; a right secret opens the first. */
const doors: Readonly<
  Record<
    Exclude<(typeof opens)[Holding], 'nothing'>,
    { readonly refuses: number; readonly calls: (secret: string) => readonly (() => Promise<Answer>)[] }
  >
> = {
  'the pages of the office': {
    refuses: 404,
    calls: (secret) =>
      officeAddresses(id).map((url) => () => send(url, { cookie: `${OFFICE_COOKIE}=${secret}` })),
  },
  'the entrance of the office': {
    refuses: 404,
    calls: (secret) => [() => send(`/office?token=${secret}`)],
  },
  'the calls of applicants': {
    refuses: 401,
    calls: (secret) =>
      applicantCalls.map(
        ({ method, path }) =>
          () =>
            send(path, { cookie: `admissions-session=${secret}` }, method),
      ),
  },
  'the service view': {
    refuses: 404,
    calls: (secret) =>
      ['tmp-pdf', 'document'].map((path) => () => send(`/service/${path}?service_token=${secret}`)),
  },
  'the temporary view': {
    refuses: 404,
    calls: (secret) => [() => send(`/public/tmp?token=${secret}`)],
  },
  'the export': {
    refuses: 401,
    calls: (secret) =>
      ['', `/${id}`, `/${id}/pdf`, `/${id}/documents/college_transcript`].map(
        (path) => () => send(`/export/applications${path}`, { authorization: `Bearer ${secret}` }),
      ),
  },
};

const secrets = new Map<Holding, string>();
let id: string;
let applicantCalls: readonly { readonly method: string; readonly path: string }[];

function send(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return server()
    .visitor(headers)
    .send({ method, url, ...(method !== 'GET' && { payload: {} }) } as never);
}

/** The calls of the OpenAPI document that need a session; reading the profile, which changes nothing, is the first. */
async function callsOfApplicants(): Promise<typeof applicantCalls> {
  const { paths } = (await server().visitor().get('/openapi.json')).body;
  const calls = Object.entries<Record<string, { security?: object[] }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((scheme) => 'session' in scheme))
      .map(([method]) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/, 'college_transcript'),
      })),
  );
  return calls.toSorted((a, b) => Number(b.path === '/api/profile') - Number(a.path === '/api/profile'));
}

beforeAll(async () => {
  const { clock, context } = server();
  const { officeLinks, tokens } = context;
  const cookieOf = async (name: string, linkMs?: number) =>
    (await startClerk(server(), name, linkMs)).cookies.get(OFFICE_COOKIE) ?? '';
  secrets.set('the cookie of an office link after twelve hours', await cookieOf('Ended'));
  clock.advance(12 * 3_600_000);
  secrets.set('the cookie of an expired office link', await cookieOf('Expired', 1000));
  secrets.set('an expired office link', await officeLinks.issue('Expired', 1000));
  clock.advance(1001);
  secrets.set('the cookie of a revoked office link', await cookieOf('Revoked'));
  secrets.set('a revoked office link', await officeLinks.issue('Revoked', DAY_MS));
  for (const { id: link, name } of await officeLinks.list())
    if (name === 'Revoked') await tokens.revoke({ id: link });

  const owner = await server().applicant('matrix@example.com');
  await submit(owner, { first_name: 'Matrix' });
  id = (await context.applicants.find('matrix@example.com'))?.id ?? '';
  secrets.set('the session of an applicant', owner.cookies.get('admissions-session') ?? '');
  secrets.set('the cookie of an office link', await cookieOf('Nora Clerk'));
  secrets.set('an office link', await officeLinks.issue('Nora Clerk', DAY_MS));
  secrets.set('a service link', (await tokens.issueServiceToken(id, DAY_MS)).token);
  secrets.set('an answer link', (await tokens.issueAnswersToken({ first_name: 'T' }, DAY_MS)).token);
  secrets.set('the key of a program', (await tokens.issueKey('Student system', DAY_MS)).token);
  secrets.set('nothing', '');
  applicantCalls = await callsOfApplicants();
  expect(applicantCalls.length).toBeGreaterThan(15);
});

const holdings = Object.keys(opens) as Holding[];
const doorNames = Object.keys(doors) as (keyof typeof doors)[];
const cells = holdings.flatMap((holding) => doorNames.map((door) => ({ holding, door })));

describe('each link, cookie and key opens its own door and no other', () => {
  test.each(cells.filter(({ holding, door }) => opens[holding] === door))(
    '$holding opens $door',
    async ({ holding, door }) => {
      const [first] = doors[door].calls(secrets.get(holding) ?? '');
      expect([200, 303]).toContain((await first?.())?.status);
    },
  );

  test.each(cells.filter(({ holding, door }) => opens[holding] !== door))(
    '$holding does not open $door',
    async ({ holding, door }) => {
      const { refuses, calls } = doors[door];
      const before = await auditedActs(server(), 'Nora Clerk');
      for (const call of calls(secrets.get(holding) ?? '')) {
        const { status, text } = await call();
        expect(status).toBe(refuses);
        expect(text).not.toContain('Matrix');
      }
      expect(await auditedActs(server(), 'Nora Clerk')).toEqual(before);
    },
  );
});
