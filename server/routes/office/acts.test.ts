import { beforeAll, describe, expect, test, vi } from 'vitest';
import { OFFICE_SENTENCE_MAX_CHARS } from '#server/domain/application/reopening.ts';
import { auditedActs, startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '100' } });
const DAY_MS = 86_400_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const ACTS = { mayAct: true, programs: [] };

/** Somebody who may act, each in a session of their own. */
const clerk = (name: string) => startClerk(server(), name, 30 * DAY_MS, ACTS);
const presses = (desk: Visitor, url: string, fields: Readonly<Record<string, string>> = {}) =>
  desk.send({ method: 'POST', url, headers: FORM, payload: new URLSearchParams(fields).toString() });
const actsOf = async (name: string) =>
  (await auditedActs(server(), name)).filter((entry) => !/-(read|opened)\b/.test(entry));

/** The hidden fields and the address of the form with this button. */
function formIn(page: string, button: string) {
  const form = page.split('<form').find((part) => part.includes(`<button>${button}</button>`)) ?? '';
  const action = /action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&#38;', '&') ?? 'no such form';
  const fields = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return { action, fields: Object.fromEntries(fields.map(([, name, value]) => [name, value])) };
}

async function submitted(name: string) {
  const username = `${name}@acts.example`;
  const applicant = await server().applicant(username);
  await submit(applicant, { first_name: name, last_name: 'Acts' });
  const id = (await server().context.applicants.find(username))?.id ?? '';
  return { applicant, id, username, address: `/office/applications/${id}` };
}
const mailTo = (to: string, subject: string) =>
  vi.waitFor(() => {
    const found = server().mail.sent.find((mail) => mail.to === to && mail.subject.includes(subject));
    expect(found).toBeDefined();
    return found?.text ?? '';
  }, 20_000);
const numMails = (to: string, subject: string) =>
  server().mail.sent.filter((mail) => mail.to === to && mail.subject.includes(subject)).length;

describe('a review', () => {
  test('is marked and unmarked, is said on the page, and keeps the search', async () => {
    const { address, id } = await submitted('rev');
    const desk = await clerk('Nora Reviews');
    const form = formIn((await desk.get(`${address}?q=rev`)).text, 'Mark as reviewed');
    for (let press = 0; press < 2; press += 1) {
      const { status, headers } = await presses(desk, form.action, form.fields);
      expect([status, headers.location]).toEqual([303, `${address}?q=rev`]);
      expect((await desk.get(address)).text).toContain('Reviewed by Nora Reviews');
    }
    // Somebody who was slower is told by whom, and takes nothing over.
    await presses(await clerk('Lee Late'), form.action, form.fields);
    const { text } = await desk.get(address);
    expect(text).toContain('Reviewed by Nora Reviews');
    const undo = formIn(text, 'Not reviewed after all');
    await presses(desk, undo.action, undo.fields);
    expect((await desk.get(address)).text).not.toContain('Reviewed by');
    expect(await actsOf('Nora Reviews')).toEqual([`office-reviewed ${id}`, `office-review-undone ${id}`]);
    expect(await actsOf('Lee Late')).toEqual([]);
  });

  test('falls with a reopening, and is of no submission that the clerk has not seen', async () => {
    const { address, applicant } = await submitted('fall');
    const desk = await clerk('Nora Falls');
    const seen = formIn((await desk.get(address)).text, 'Mark as reviewed');
    await presses(desk, seen.action, seen.fields);
    const reopens = formIn((await desk.get(`${address}/reopen`)).text, 'Reopen and send the mail');
    await presses(desk, reopens.action, reopens.fields);
    expect((await desk.get(address)).text).not.toMatch(/Reviewed by|Mark as reviewed/);
    expect((await presses(desk, seen.action, seen.fields)).status).toBe(409);
    server().clock.advance(1000);
    await submit(applicant);
    expect((await desk.get(address)).text).not.toContain('Reviewed by');
    const stale = await presses(desk, seen.action, seen.fields);
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('was submitted or reopened since you opened it');
    expect((await desk.get(address)).text).toContain('Mark as reviewed');
  });
});

describe('a reopening', () => {
  test('tells the applicant, with a link and the sentence of the clerk, once', async () => {
    const { address, applicant, id, username } = await submitted('open');
    const desk = await clerk('Nora Opens');
    const form = formIn((await desk.get(`${address}/reopen?q=open`)).text, 'Reopen and send the mail');
    const sentence = 'Your transcript of 2024 is missing.\r\nPlease attach <both> pages.';
    const done = await presses(desk, form.action, { ...form.fields, sentence });
    expect([done.status, done.headers.location]).toEqual([303, `${address}?q=open`]);
    const mail = await mailTo(username, 'you can change your application again');
    expect(mail).toContain(sentence.replace('\r', ''));
    expect(mail).toContain(`${server().context.publicUrl}/login`);
    expect((await applicant.put('/api/answer', { answers: { city: 'Scranton' } })).status).toBe(200);

    const again = await presses(desk, form.action, { ...form.fields, sentence });
    expect(again.status).toBe(409);
    expect(again.text).toContain('is open already. No other mail was sent.');
    // Somebody else wrote another sentence, which is not lost.
    const other = await presses(await clerk('Lee Opens'), form.action, {
      ...form.fields,
      sentence: 'Hello <b>',
    });
    expect(other.text).toContain('>Hello &#60;b&#62;</textarea>');
    expect(await actsOf('Nora Opens')).toEqual([`reopened ${id}`]);
    expect(await actsOf('Lee Opens')).toEqual([]);
  });

  test('of one that was submitted again meanwhile is asked once more, and sends nothing', async () => {
    const { address, applicant, username } = await submitted('race');
    const desk = await clerk('Nora Races');
    const form = formIn((await desk.get(`${address}/reopen`)).text, 'Reopen and send the mail');
    await presses(desk, form.action, form.fields);
    await mailTo(username, 'you can change your application again');
    server().clock.advance(1000);
    await submit(applicant);
    const stale = await presses(desk, form.action, { ...form.fields, sentence: 'Kept' });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('>Kept</textarea>');
    expect((await applicant.get('/api/profile')).body.web_status).toContainEqual({ web_status: 'submitted' });
    expect(numMails(username, 'change your application again')).toBe(1);
    const fresh = formIn(stale.text, 'Reopen and send the mail');
    expect((await presses(desk, fresh.action, { ...fresh.fields, sentence: 'Kept' })).status).toBe(303);
  });

  test('two clerks at once reopen it once', async () => {
    const { address, username } = await submitted('twice');
    const desks = [await clerk('Ann Once'), await clerk('Bob Once')];
    const { action, fields } = formIn(
      (await desks[0]!.get(`${address}/reopen`)).text,
      'Reopen and send the mail',
    );
    const answers = await Promise.all(desks.map((desk) => presses(desk, action, fields)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    await mailTo(username, 'change your application again');
    expect(numMails(username, 'change your application again')).toBe(1);
  });

  test.each([
    { what: 'too long', sentence: 'x'.repeat(OFFICE_SENTENCE_MAX_CHARS + 1), status: 422 },
    { what: 'that the database cannot keep', sentence: 'a\u0000b', status: 422 },
  ])('a sentence $what does nothing, and stays in the page', async ({ sentence, status }) => {
    const { address } = await submitted(`long${sentence.length}`);
    const desk = await clerk('Nora Long');
    const { action, fields } = formIn(
      (await desk.get(`${address}/reopen?q=long`)).text,
      'Reopen and send the mail',
    );
    const answer = await presses(desk, action, { ...fields, sentence });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(`>${sentence}</textarea>`);
    expect(formIn(answer.text, 'Reopen and send the mail').action).toBe(action);
    expect((await desk.get(address)).text).toContain('Mark as reviewed');
  });

  test('in a session that has ended keeps the sentence, and works once the link is open again', async () => {
    const { address, id } = await submitted('ended');
    const desk = await clerk('Nora Ended');
    const { action, fields } = formIn(
      (await desk.get(`${address}/reopen?q=ended`)).text,
      'Reopen and send the mail',
    );
    server().clock.advance(2 * 3_600_000);
    const ended = await presses(desk, action, { ...fields, sentence: 'Please "sign" it.' });
    expect(ended.status).toBe(404);
    expect(ended.text).toContain('Open your link again');
    expect(ended.text).toContain('>Please &#34;sign&#34; it.</textarea>');
    expect(await actsOf('Nora Ended')).toEqual([]);
    const kept = formIn(ended.text, 'Try again');
    expect(kept).toEqual({ action, fields });
    const back = await clerk('Nora Ended');
    expect((await presses(back, kept.action, { ...kept.fields, sentence: 'Please sign it.' })).status).toBe(
      303,
    );
    expect(await actsOf('Nora Ended')).toEqual([`reopened ${id}`]);
  });
});

describe('reminders of a list', () => {
  let desk: Visitor;
  beforeAll(async () => {
    desk = await clerk('Nora Reminds');
    for (const name of ['one', 'two']) {
      const applicant = await server().applicant(`${name}@remind.example`);
      await applicant.put('/api/answer', { answers: { first_name: name } });
    }
    await submit(await server().applicant('done@remind.example'));
  });
  const page = async () => (await desk.get('/office/remind?q=remind.example')).text;
  const remind = () => presses(desk, '/office/remind?q=remind.example');
  const reminded = (name: string) => numMails(`${name}@remind.example`, 'not finished yet');

  test('go to its drafts, once a week at most, and not to whoever wants none', async () => {
    expect(formIn(await page(), 'Remind 2 applicants').action).toBe('/office/remind?q=remind.example');
    const both = await Promise.all([remind(), remind()]);
    expect(both.map(({ text }) => text.includes('2 applicants will get a reminder')).toSorted()).toEqual([
      false,
      true,
    ]);
    await mailTo('one@remind.example', 'not finished yet');
    await mailTo('two@remind.example', 'not finished yet');
    expect((await remind()).text).toContain('Nobody was reminded');
    expect(await page()).toContain('2 applicants had a reminder in the last seven days');
    const { reminders, applicants } = server().context;
    const stops = await applicants.find('two@remind.example');
    const url = new URL(reminders.optOutPath(stops?.id ?? ''), 'http://localhost');
    await reminders.optOut(
      { id: url.searchParams.get('id') ?? '', signature: url.searchParams.get('signature') ?? '' },
      '',
    );
    server().clock.advance(7 * DAY_MS);
    desk = await clerk('Nora Reminds');
    expect(await page()).toContain('1 applicant asked for no reminders');
    expect((await remind()).text).toContain('1 applicant will get a reminder');
    await vi.waitFor(() => expect(reminded('one')).toBe(2), 20_000);
    expect([reminded('two'), reminded('done')]).toEqual([1, 0]);
    expect(
      (await actsOf('Nora Reminds')).filter((entry) => entry.startsWith('office-reminded')),
    ).toHaveLength(3);
  }, 60_000);

  test('go to nobody while a filter is mistyped', async () => {
    const address = '/office/remind?q=remind.example&from=30.11.2026';
    expect((await desk.get(address)).text).toContain('“30.11.2026” is not a date.');
    expect((await presses(desk, address)).status).toBe(422);
  });
});

describe('a deletion', () => {
  test('asks why, deletes everything, and says so twice', async () => {
    const { address, id, username } = await submitted('gone');
    const desk = await clerk('Nora Deletes');
    const form = formIn((await desk.get(`${address}/delete?q=gone`)).text, 'Delete for good');
    const unasked = await presses(desk, form.action, form.fields);
    expect(unasked.status).toBe(422);
    expect(unasked.text).toContain('Please choose why.');
    const fields = { ...form.fields, reason: 'asked' };
    // A double click, and once more from a page that was left open.
    const answers = await Promise.all([1, 2].map(() => presses(desk, form.action, fields)));
    for (const { status, text } of [...answers, await presses(desk, form.action, fields)]) {
      expect(status).toBe(200);
      expect(text).toContain('The application is deleted');
      expect(text).toContain('href="/office?q=gone"');
    }
    // To somebody else it does not exist.
    expect((await presses(await clerk('Lee Deletes'), form.action, fields)).status).toBe(404);
    expect(await server().context.erasure.isKnown(username)).toBe(false);
    expect(await actsOf('Nora Deletes')).toEqual([`office-deleted asked ${id}`, `deleted ${id}`]);
    expect((await desk.get(address)).status).toBe(404);
  });

  test('of a draft that is no longer for a program of the clerk does not happen', async () => {
    const { id, username } = await server().account();
    const asked = { id, username, submittedAt: null, reason: 'test' } as const;
    expect(await server().context.deletions.delete({ programs: ['NURSING'] }, asked)).toBe('changed');
    expect(await server().context.erasure.isKnown(username)).toBe(true);
  });

  test('of one that was submitted since it was looked at does not happen', async () => {
    const username = 'late@acts.example';
    const applicant = await server().applicant(username);
    await applicant.put('/api/answer', { answers: { first_name: 'Late' } });
    const id = (await server().context.applicants.find(username))?.id ?? '';
    const desk = await clerk('Nora Late');
    const form = formIn((await desk.get(`/office/applications/${id}/delete`)).text, 'Delete for good');
    await submit(applicant);
    const { status, text } = await presses(desk, form.action, { ...form.fields, reason: 'twice' });
    expect(status).toBe(409);
    expect(text).toContain('value="twice" required checked');
    expect(await server().context.erasure.isKnown(username)).toBe(true);
    expect(await actsOf('Nora Late')).toEqual([]);
  });
});
