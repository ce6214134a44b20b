import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { READ_ALL, type Rights } from '#server/domain/office/rights.ts';
import type { Page } from '#server/http/pages.ts';
import { plainProgram } from '#testing/programs.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { auditedActs, startClerk } from '#server/testing/office.ts';
import { registeredAddresses } from '#server/testing/registered.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { conversionOf, upload } from '#server/testing/uploads.ts';
import type { Answer, Visitor } from '#server/testing/visitor.ts';
import { tenant } from '#tenant/tenant.ts';

const registered = registeredAddresses();
const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '1000' } });
const DAY_MS = 86_400_000;
const SAME_SITE = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

const { program_type: own = '', applied_major: major = '' } = plainProgram;
const other = tenant.programs.find(({ value }) => value !== own)?.value ?? '';

/** Each kind of visitor, with what that person may do; none for somebody without a session. */
const people = {
  'nobody with a session': undefined,
  'a clerk whose link has ended': READ_ALL,
  'a clerk who may read': READ_ALL,
  'a clerk who may read this program': { mayAct: false, programs: [other, own] },
  'a clerk who may act': { mayAct: true, programs: [] },
  'a clerk who may act in this major': { mayAct: true, programs: [`${own}/${major}`] },
  'a clerk who may read another program': { mayAct: false, programs: [other] },
  'a clerk who may act in another program': { mayAct: true, programs: [other] },
} as const satisfies Record<string, Rights | undefined>;
type Person = keyof typeof people;
const names = Object.keys(people) as Person[];

const isIn = (person: Person) => person !== 'nobody with a session' && !person.endsWith('has ended');
const isForeign = (person: Person) => person.endsWith('another program');
const mayAct = (person: Person) => people[person]?.mayAct === true;

let id = '';
/** What tells of the application, wherever it is read. */
let traces: readonly string[] = [];

/** The pages of the office, as the server registers them. The door is not one: its button needs no session. */
function pages(): readonly Page[] {
  return registered
    .filter(({ url, method }) => url.startsWith('/office') && url !== '/office/enter' && method !== 'HEAD')
    .map(({ config }) => config?.page)
    .filter((page) => page !== undefined);
}

const arrivals = new Map<Person, Promise<Visitor>>();
/** A session serves many pages, but one of them ends it. */
function visitorOf(person: Person): Promise<Visitor> {
  const rights = people[person];
  const arrive = async () =>
    rights === undefined ? server().visitor() : startClerk(server(), person, 30 * DAY_MS, rights);
  const present = arrivals.get(person) ?? arrive();
  arrivals.set(person, present);
  return present;
}

async function open(person: Person, { method, path }: Page, to = id, headers = {}): Promise<Answer> {
  const visitor = await visitorOf(person);
  if (path === '/office/logout' && isIn(person)) arrivals.delete(person);
  return visitor.send({
    method,
    url: path.replace(':id', to).replace(':key', 'college_transcript'),
    headers: { ...SAME_SITE, ...headers },
    ...(method === 'POST' && { payload: 'sentence=Hello' }),
  });
}

beforeAll(async () => {
  const username = 'matrix@office.example';
  const applicant = await server().applicant(username);
  await upload(applicant, 'college_transcript', await makePicture({ type: 'png' }), 'transcript.png');
  await conversionOf(applicant, 'college_transcript');
  await submit(applicant, { ...plainProgram, first_name: 'Zyxwerk' });
  const found = await server().context.applicants.find(username);
  id = found?.id ?? '';
  traces = ['Zyxwerk', username, found?.number ?? ''];
  const ended = await visitorOf('a clerk whose link has ended');
  expect((await ended.get('/office')).status).toBe(200);
  const { officeLinks, tokens } = server().context;
  for (const link of await officeLinks.list())
    if (link.name === 'a clerk whose link has ended') await tokens.revoke({ id: link.id });
}, 60_000);

test('the pages and acts are those that the server registers', () => {
  const acts = pages().filter(({ access }) => access === 'office act');
  const others = pages().filter(({ access }) => access !== 'office act');
  expect(acts.length).toBeGreaterThanOrEqual(7);
  expect(others.length).toBeGreaterThanOrEqual(7);
  // Whatever changes something is an act; leaving is none.
  expect(others.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/office/logout',
  ]);
});

describe.each(names)('%s', (person) => {
  test('opens the pages and acts that are meant for that person, and no others', async () => {
    const opened: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const page of pages()) {
      const address = `${page.method} ${page.path}`;
      const { status, text, raw } = await open(person, page);
      opened[address] = ![403, 404].includes(status);
      const isRefused = page.access === 'office act' && !mayAct(person);
      const isHidden = isForeign(person) && page.path.includes(':id');
      expected[address] = isIn(person) && !isRefused && !isHidden;
      if (!isIn(person)) expect({ address, status }).toEqual({ address, status: 404 });
      else if (isRefused) expect({ address, status }).toEqual({ address, status: 403 });
      else if (isHidden) {
        // Like one that does not exist.
        const missing = await open(person, page, randomUUID());
        expect({ address, status, text }).toEqual({
          address,
          status: 404,
          text: missing.text.replaceAll(/[\da-f-]{36}/g, id),
        });
      }
      if (expected[address] !== true || isForeign(person))
        for (const trace of traces) expect(`${address}: ${raw.toString('latin1')}`).not.toContain(trace);
    }
    expect(opened).toEqual(expected);
    if (!isIn(person) || isForeign(person))
      expect((await auditedActs(server(), person)).filter((entry) => entry.includes(id))).toEqual([]);
  }, 120_000);
});

test('a foreign application is in no search, whatever is asked for', async () => {
  const clerk = await visitorOf('a clerk who may act in another program');
  const lists = pages().filter(({ path, method }) => method === 'GET' && !path.includes(':id'));
  for (const { path } of lists)
    for (const query of [`q=${traces[2]}`, 'q=zyxwerk', `program=${own}`, 'status=submitted', 'page=2']) {
      const { raw } = await clerk.get(`${path}?${query}`);
      // What was typed is shown again.
      for (const trace of traces.slice(0, 2)) expect(raw.toString('latin1')).not.toContain(trace);
    }
});

test('no other site presses an act', async () => {
  for (const page of pages().filter(({ method }) => method === 'POST'))
    for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await open('a clerk who may act', page, id, foreign)).status).toBe(403);
});
