import { expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { plainProgram } from '#testing/programs.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

async function keyOf(holder: string): Promise<string> {
  return (await server().context.tokens.issueKey(holder, 60_000)).token;
}

function ask(query: string, key: string) {
  return server()
    .visitor({ authorization: `Bearer ${key}` })
    .get(`/export/applications?${query}`);
}

async function submitted(username: string, answers: Readonly<Record<string, string>>): Promise<string> {
  const applicant = await server().applicant(username);
  await submit(applicant, answers);
  return (await server().context.applicants.find(username))?.id ?? '';
}

test(
  'a program fetches what was submitted for an entry term or a program, with cursors that count for all',
  { tags: 'slow' },
  async () => {
    const key = await keyOf('One term');
    const [early, late] = tenant.entryTerms;
    const ids: string[] = [];
    for (const [name, term] of Object.entries({ early, late, 'early-again': early })) {
      server().clock.advance(1000);
      ids.push(await submitted(`${name}@filtered.example`, { entry_term: term?.value ?? '' }));
    }
    const { program_type: program, applied_major: major } = plainProgram;
    const other = tenant.programs.find(({ value }) => value !== program)?.value;
    const found = async (query: string) => (await ask(query, key)).body.applications;
    const idsIn = async (query: string) => (await found(query)).map(({ id }: { id: string }) => id);
    expect(await idsIn('limit=200')).toEqual(ids);
    expect(await idsIn(`term=${late?.value}`)).toEqual([ids[1]]);
    expect(await idsIn(`term=${early?.value}&program=${program}`)).toEqual([ids[0], ids[2]]);
    expect(await idsIn(`program=${program}/${major}`)).toEqual(ids);
    expect(await idsIn(`program=${other}`)).toEqual([]);
    const [{ cursor }] = await found(`term=${early?.value}`);
    expect(await idsIn(`since=${cursor}`)).toEqual([ids[1], ids[2]]);
  },
);

test.each([
  { query: 'term=1999XX', errors: { term: ['There is no entry term with this code.'] } },
  {
    query: 'program=NONE/X',
    errors: { program: ['There is no program with this code. A major follows it: PROGRAM/MAJOR.'] },
  },
])('a wrong filter is refused in words: $query', async ({ query, errors }) => {
  const { status, body } = await ask(query, await keyOf('Wrong filter'));
  expect([status, body.errors]).toEqual([422, errors]);
});
