import { describe, expect, test } from 'vitest';
import { startClerk } from '#server/testing/office.ts';
import { reopen } from '#server/domain/application/reopening.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { plainProgram } from '#testing/programs.ts';
import { tenant } from '#tenant/tenant.ts';

const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '100' } });
const DAY_MS = 86_400_000;
const clerk = (name: string, programs: readonly string[] = []) =>
  startClerk(server(), name, 90 * DAY_MS, { mayAct: true, programs });

let numPeople = 0;
async function submitted(name: string, answers: Readonly<Record<string, string>> = {}) {
  numPeople += 1;
  const username = `person-${numPeople}@reads.example`;
  const applicant = await server().applicant(username);
  await submit(applicant, { first_name: name, last_name: 'Reads', ...answers });
  const found = (await server().context.applicants.find(username))!;
  return { applicant, ...found, address: `/office/applications/${found.id}` };
}
const namesIn = (page: string) =>
  [...page.matchAll(/<th role="rowheader" scope="row"><a[^>]*>([^<]*)</g)]
    .map(([, name = '']) => name)
    .toSorted();

describe('what a clerk has not read', () => {
  test('is counted and found, stays until it is opened, and is another clerk’s own', async () => {
    const [first, second] = [await submitted('Ann'), await submitted('Ben')];
    const [nora, lee] = [await clerk('Nora Reader'), await clerk('Lee Reader')];
    const unread = async (desk: typeof nora) => namesIn((await desk.get('/office?mark=unread')).text);
    for (let look = 0; look < 2; look += 1) expect(await unread(nora)).toEqual(['Ann Reads', 'Ben Reads']);
    expect((await nora.get('/office')).text).toContain('>2 unread</a>');
    const opened = await nora.get(`${first.address}?mark=unread`);
    expect(opened.text).toContain(`href="${second.address}?mark=unread"`);
    expect(await unread(nora)).toEqual(['Ben Reads']);
    expect((await nora.get('/office')).text.match(/class="unread"/g)).toHaveLength(1);
    expect(await unread(lee)).toEqual(['Ann Reads', 'Ben Reads']);
    // Her next link is hers, too.
    expect(await unread(await clerk('Nora Reader'))).toEqual(['Ben Reads']);

    await reopen(server().context, first);
    expect(await unread(nora)).toEqual(['Ben Reads']);
    await submit(first.applicant, { first_name: 'Ann', last_name: 'Reads' });
    expect(await unread(nora)).toEqual(['Ann Reads', 'Ben Reads']);
    await nora.get(first.address);
    await nora.get(second.address);
    expect(await unread(nora)).toEqual([]);
    expect((await nora.get('/office')).text).not.toContain('unread</a>');
  });

  test('has a next one also from the page of one that was just read', { tags: 'slow' }, async () => {
    for (const name of ['Ida', 'Joe', 'Kim']) await submitted(name);
    const desk = await clerk('Ned Next');
    const query = '?mark=unread';
    const [, first = ''] =
      /href="(\/office\/applications\/[^"?]+)/.exec((await desk.get(`/office${query}`)).text) ?? [];
    const nextOf = async (address: string) =>
      /href="([^"?]+)\?mark=unread">Next</.exec((await desk.get(address + query)).text)?.[1] ?? '';
    const second = await nextOf(first);
    expect(await nextOf(first)).toBe(second);
    const third = await nextOf(second);
    expect(new Set([first, second, third, '']).size).toBe(4);
  });

  test('counts what that clerk may see', async () => {
    const foreign = tenant.programs.find(({ value }) => value !== plainProgram['program_type'])?.value ?? '';
    expect((await (await clerk('Fay Foreign', [foreign])).get('/office')).text).not.toContain('unread</a>');
  });

  test('is one filter with what is reviewed', async () => {
    const { id, submittedAt } = await submitted('Cleo');
    await server().context.reviews.mark('Nora', id, { submittedAt: submittedAt!, isReviewed: true });
    const desk = await clerk('Rae Reviews');
    expect(namesIn((await desk.get('/office?mark=reviewed')).text)).toEqual(['Cleo Reads']);
    const open = (await desk.get('/office?mark=unreviewed')).text;
    expect(namesIn(open)).toEqual(expect.arrayContaining(['Ann Reads', 'Ben Reads']));
    expect(namesIn(open)).not.toContain('Cleo Reads');
    expect(open).toContain('<option value="unreviewed" selected>Not reviewed</option>');
    expect(namesIn((await desk.get('/office?mark=other')).text)).toContain('Cleo Reads');
  });
});

test('what is new since the last visit is that, however often one looks, and with whichever link', async () => {
  const desk = await clerk('Vera Visits');
  const news = async (by = desk) =>
    /(\w+) new since your last visit/.exec((await by.get('/office')).text)?.[1];
  expect(await news()).toBeUndefined();
  server().clock.advance(10 * 60_000);
  await submitted('Dora');
  server().clock.advance(5 * 3_600_000);
  const next = await clerk('Vera Visits');
  for (let look = 0; look < 3; look += 1) expect(await news(next)).toBe('1');
  server().clock.advance(5 * 3_600_000);
  expect(await news(await clerk('Vera Visits'))).toBe('Nothing');
});

describe('perhaps the same person', () => {
  const twinsOf = async (address: string, desk = clerk('Tia Twins')) =>
    [...(await (await desk).get(address)).text.matchAll(/([\w-]+)<\/a> has the same ([\w ]+)\./g)].map(
      ([, number, what]) => `${number}: ${what}`,
    );

  test('is said on both, by name and birth date or by Social Security number', { tags: 'slow' }, async () => {
    const born = { birth_date: '1990-02-03' };
    const zoe = await submitted('Zoë', { ...born, ssn: '987-65-4321' });
    const again = await submitted('zoe', { ...born, last_name: 'READS', ssn: '' });
    const married = await submitted('Zoey', { ...born, last_name: 'Smith', ssn: '987-65-4321' });
    await submitted('Zoe', { birth_date: '1991-02-03', ssn: '' });
    await submitted('Other', { ...born, ssn: '987-65-4322' });
    const byName = (number: string) => `${number}: name and birth date`;
    const bySsn = (number: string) => `${number}: Social Security number and birth date`;
    expect((await twinsOf(zoe.address)).toSorted()).toEqual(
      [byName(again.number), bySsn(married.number)].toSorted(),
    );
    expect(await twinsOf(again.address)).toEqual([byName(zoe.number)]);
    expect(await twinsOf(married.address)).toEqual([bySsn(zoe.number)]);
  });

  test('is not said of an application that the clerk may not see', async () => {
    const other = tenant.programs.find(({ value }) => value !== plainProgram['program_type']);
    const same = { birth_date: '1988-08-08', ssn: '' };
    const seen = await submitted('Sam', { ...plainProgram, ...same });
    const { id } = await server().account();
    await server().context.applications.saveAnswers(id, {
      ...same,
      first_name: 'Sam',
      last_name: 'Reads',
      program_type: other?.value ?? '',
    });
    expect(await twinsOf(seen.address)).toHaveLength(1);
    const narrow = clerk('Nan Narrow', [plainProgram['program_type'] ?? '']);
    expect(await twinsOf(seen.address, narrow)).toEqual([]);
  });
});
