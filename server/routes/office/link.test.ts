import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#server/adapters/clock.ts';
import {
  auditedActs,
  OFFICE_COOKIE,
  officeAddresses,
  openOffice,
  startClerk,
} from '#server/testing/office.ts';
import { startTestServer, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const HOUR_MS = 3_600_000;

const clerk = (name: string) => startClerk(server(), name);
const holding = (cookie: string) => server().visitor({ cookie: `${OFFICE_COOKIE}=${cookie}` });
const audited = (name: string) => auditedActs(server(), name);

describe('the link', () => {
  test('becomes a session cookie, leaves the address, and rests hashed', async () => {
    const { context, visitor } = server();
    const token = await context.officeLinks.issue('Nora Clerk', DAY_MS);
    const desk = visitor();
    const opened = await openOffice(desk, token);
    expect([opened.status, opened.headers.location]).toEqual([303, '/office']);
    expect(opened.headers['set-cookie']).toMatch(
      /^admissions-office=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(JSON.stringify(opened.headers)).not.toContain(token);
    expect((await desk.get('/office')).status).toBe(200);
    const { rows } = await context.database.pool.query('SELECT * FROM office_links');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('opened by a program that scans mails, it begins nothing; the button does, also pressed twice', async () => {
    const { context, visitor } = server();
    const token = await context.officeLinks.issue('Sam “Scanned” O’Neil', DAY_MS);
    const desk = visitor();
    const first = await desk.get(`/office?token=${token}&q=ada`);
    expect([first.status, first.headers.location]).toEqual([303, '/office?q=ada']);
    expect(first.headers['set-cookie']).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
    const door = await desk.get('/office?q=ada');
    expect(door.text).toContain('<form class="door" method="post" action="/office/enter?q=ada">');
    expect(door.text).toContain('<button>Open as Sam “Scanned” O’Neil</button>');
    expect(door.text).not.toContain(token);
    for (const address of officeAddresses(randomUUID()).slice(1))
      expect((await holding(desk.cookies.get(OFFICE_COOKIE) ?? '').get(address)).status).toBe(404);
    expect(await audited('Sam “Scanned” O’Neil')).toEqual([]);
    const { rows } = await context.database.pool.query(
      'SELECT 1 FROM office_sessions JOIN office_links ON link_id = id WHERE name LIKE $1',
      ['Sam%'],
    );
    expect(rows).toEqual([]);
    for (let press = 0; press < 2; press += 1)
      expect(await desk.post('/office/enter?q=ada')).toMatchObject({
        status: 303,
        headers: { location: '/office?q=ada' },
      });
    expect((await desk.get('/office')).text).toContain('<span>Sam “Scanned” O’Neil</span>');
    expect(await audited('Sam “Scanned” O’Neil')).toEqual(['office-opened', 'office-list-read']);
  });

  test('revoked before the button is pressed, it opens nothing', async () => {
    const { context, visitor } = server();
    const token = await context.officeLinks.issue('Rhea Revoked', DAY_MS);
    const desks = [visitor(), visitor()] as const;
    for (const desk of desks) await desk.get(`/office?token=${token}`);
    await context.tokens.revoke({ token });
    const answers = [
      await desks[0].get('/office'),
      await desks[1].post('/office/enter'),
      await visitor().post('/office/enter'),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(text).toContain('Open your link again.');
    }
    expect(await audited('Rhea Revoked')).toEqual([]);
  });

  test('opens as it was copied from a wrapped mail, with the full stop of its sentence', async () => {
    const { context, visitor } = server();
    const token = await context.officeLinks.issue('Nora Clerk', DAY_MS);
    const copied = `${token.slice(0, 20)}%0D%0A${token.slice(20)}.`;
    expect((await visitor().get(`/office?token=${copied}`)).status).toBe(303);
  });

  test('over https, the cookie is bound to the host', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });
    const token = await secure.context.officeLinks.issue('Nora Clerk', DAY_MS);
    const opened = await openOffice(secure.visitor(), token);
    expect(opened.headers['set-cookie']).toMatch(/^__Host-admissions-office=.*; Path=\/; HttpOnly; Secure/);
    await secure.close();
  });

  test('revoked, expired, changed or unknown, it is the same 404, and its session ends with it', async () => {
    const { context, clock, visitor } = server();
    const links = context.officeLinks;
    const desk = visitor();
    const revoked = await links.issue('Rita Revoked', DAY_MS);
    await openOffice(desk, revoked);
    expect((await desk.get('/office')).status).toBe(200);
    const id = (await links.list()).find(({ name }) => name === 'Rita Revoked')?.id ?? '';
    const isRevoked = async () => (await context.tokens.revoke({ id })) === 1;
    expect([await isRevoked(), await isRevoked()]).toEqual([true, false]);
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

  test('a session ends after an hour of rest, after a working day of use, and when its cookie is changed', async () => {
    const { clock, context } = server();
    const [busy, resting] = [await clerk('Bea Busy'), await clerk('Rae Resting')];
    const kept = busy.cookies.get(OFFICE_COOKIE) ?? '';
    for (const forged of [`${kept}x`, kept.slice(1), 'x', ''])
      expect((await holding(forged).get('/office')).status).toBe(404);
    expect((await holding(kept).get('/office')).status).toBe(200);
    const { rows } = await context.database.pool.query('SELECT * FROM office_sessions');
    expect(JSON.stringify(rows)).not.toContain(kept);
    clock.advance(HOUR_MS - 1);
    expect((await resting.get('/office')).status).toBe(200);
    clock.advance(HOUR_MS);
    expect((await resting.get('/office')).status).toBe(404);
    const day = await clerk('Dee Day');
    for (let part = 0; part < 23; part += 1) {
      clock.advance(HOUR_MS / 2);
      expect((await day.get('/office')).status).toBe(200);
    }
    clock.advance(HOUR_MS / 2);
    expect((await day.get('/office')).status).toBe(404);
  });

  test('Log out is on every page, ends the session for good, and no other site can press it', async () => {
    const desk = await clerk('Lou Leaving');
    const elsewhere = await clerk('Lou Leaving');
    const { id } = await server().account();
    for (const url of ['/office', `/office/applications/${id}`])
      expect((await desk.get(url)).text).toContain('<form method="post" action="/office/logout">');
    const kept = desk.cookies.get(OFFICE_COOKIE) ?? '';
    for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await desk.post('/office/logout', undefined, foreign)).status).toBe(403);
    expect((await desk.get('/office')).status).toBe(200);

    // As browsers post a form of a page that sends no referrer.
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    };
    const left = await desk.post('/office/logout', undefined, form);
    expect(left.status).toBe(200);
    expect(left.text).toContain('You are logged out');
    expect(left.headers['set-cookie']).toMatch(/^admissions-office=; .*Expires=Thu, 01 Jan 1970/);
    expect((await holding(kept).get('/office')).status).toBe(404);
    expect((await holding(kept).post('/office/logout', undefined, form)).status).toBe(404);
    expect((await elsewhere.get('/office')).status).toBe(200);
    expect((await audited('Lou Leaving')).slice(-2)).toEqual(['office-logged-out', 'office-list-read']);
  });
});
