import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { UNEXPECTED } from '#contract/sentences.ts';
import { buildApp } from '#server/app.ts';
import { html } from '#server/adapters/html.ts';
import { refusalPage } from '#server/routes/office/refusals.ts';
import { OFFICE_COOKIE, startClerk } from '#server/testing/office.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { Visitor } from '#server/testing/visitor.ts';
import { makeApp } from '#server/http/calls.ts';
import { page, smallPage } from '#server/http/html-page.ts';
import { json } from '#server/http/pages.ts';

const server = useTestServer();
let app: FastifyInstance;

const trial = {
  method: 'POST',
  path: '/office/applications/:id/trial',
  access: 'office',
  params: z.object({ id: z.uuid() }),
  form: z.strictObject({ note: z.string().check(z.maxLength(20)) }),
  returns: page,
  refusal: refusalPage,
} as const;

beforeAll(async () => {
  app = await buildApp(server().context);
  const { page: addPage } = makeApp(app, server().context);
  addPage(trial, async ({ clerk, form, params }) =>
    form.note === 'back'
      ? { redirect: `/office/applications/${params.id}` }
      : smallPage(clerk.name, html`<p>${form.note}</p>`),
  );
  addPage({ method: 'GET', path: '/dev/plain', access: 'public', returns: json }, async () => ({}));
  addPage({ method: 'GET', path: '/dev/other', access: 'public', returns: json }, async () => ({}));
  await app.ready();
});
afterAll(() => app.close());

const ID = '3f0d3f0e-0000-4000-8000-000000000000';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Posts the form of the page as a browser does. */
async function post(payload: string, headers: Record<string, string> = {}, id = ID) {
  const clerk = await startClerk(server());
  const cookie = `${OFFICE_COOKIE}=${clerk.cookies.get(OFFICE_COOKIE)}`;
  const url = `/office/applications/${id}/trial`;
  return new Visitor(app, { cookie }).send({
    method: 'POST',
    url,
    payload,
    headers: { ...FORM, ...headers },
  });
}

describe('a page with a form', () => {
  test('gets its fields, checked, and who is in the session', async () => {
    const { status, headers, text } = await post('note=R%C3%A9sum%C3%A9+%3Cok%3E');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(text).toContain('<p>Résumé &#60;ok&#62;</p>');
    expect(text).toContain('Nora Clerk');
  });

  test('may lead to another page', async () => {
    const { status, headers } = await post('note=back');
    expect([status, headers.location]).toEqual([303, `/office/applications/${ID}`]);
  });

  test.each([
    { what: 'a field too long', payload: `note=${'x'.repeat(21)}`, status: 422, says: 'This was not saved' },
    { what: 'a missing field', payload: '', status: 422, says: 'This is missing.' },
    { what: 'a field more', payload: 'note=a&admin=1', status: 422, says: 'This field is not known here.' },
    {
      what: 'a body too large',
      payload: `note=${'x'.repeat(9000)}`,
      status: 413,
      says: 'more than we can take',
    },
    {
      what: 'another kind of body',
      payload: '{"note":"a"}',
      headers: { 'content-type': 'application/json' },
      status: 422,
      says: 'This is missing.',
    },
    {
      what: 'an address that cannot be',
      payload: 'note=a',
      id: 'x',
      status: 404,
      says: 'This page cannot be opened',
    },
    {
      what: 'another site',
      payload: 'note=a',
      headers: { origin: 'https://evil.example' },
      status: 403,
      says: 'another site',
    },
    {
      what: 'no session',
      payload: 'note=a',
      headers: { cookie: '' },
      status: 404,
      says: 'This page cannot be opened',
    },
  ])('says in words what is wrong with $what: $status', async ({ payload, headers, id, status, says }) => {
    const answer = await post(payload, headers, id);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(says);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a fault of ours is a page with a sentence', () => {
  const broken = (code: string) => Object.assign(new Error('Broken.'), { code });

  test.each([
    { code: 'ECONNREFUSED', status: 503 },
    { code: 'EOTHER', status: 500 },
  ])('in the office ($code is a $status)', async ({ code, status }) => {
    const desk = await startClerk(server());
    vi.spyOn(server().context.officeList, 'find').mockRejectedValue(broken(code));
    const answer = await desk.get('/office?q=a');
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.text).toContain(UNEXPECTED.replace("'", '&#39;'));
    expect(answer.text).toContain('<a href="/office?q=a">Try again</a>');
  });

  test('at the link of a reminder', async () => {
    const { account, context, visitor } = server();
    const link = context.reminders.optOutPath((await account()).id);
    vi.spyOn(context.reminders, 'optOut').mockRejectedValue(broken('ECONNREFUSED'));
    const { status, headers, text } = await visitor().send({
      method: 'POST',
      url: link,
      payload: 'List-Unsubscribe=One-Click',
      headers: FORM,
    });
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('Please try again in a moment');
  });
});

const remoteAddress = '198.51.100.7';
/** Asks until the answer is a 429. Returns the statuses before. */
async function spend(url: string, at = app): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let tries = 0; tries < 400 && !statuses.has(429); tries += 1)
    statuses.add((await new Visitor(at).send({ method: 'GET', url, remoteAddress })).status);
  return [...statuses];
}

test('an address has a limit for each network, which no other address uses up', async () => {
  expect(await spend('/dev/plain')).toEqual([200, 429]);
  expect(await spend('/dev/other')).toEqual([200, 429]);
});

test(
  'nobody without a session closes the office or a link on the same network',
  { tags: 'slow' },
  async () => {
    const desk = await startClerk(server());
    for (const url of ['/office', `/office/applications/${ID}`, '/public/tmp?token=none'])
      expect(await spend(url, server().app)).toEqual([404, 429]);
    const read = (url: string) => desk.send({ method: 'GET', url, remoteAddress });
    expect((await read('/office')).status).toBe(200);
    expect((await read(`/office/applications/${ID}`)).status).toBe(404);
    const view = { method: 'GET', url: '/service/tmp-pdf?service_token=none', remoteAddress } as const;
    expect((await server().visitor().send(view)).status).toBe(404);
  },
);
