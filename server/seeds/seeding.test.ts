import { describe, expect, onTestFinished, test } from 'vitest';
import { answersBody } from '#contract/answers.ts';
import { documentStatuses } from '#contract/document-answer.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import { questionFor } from '#form/form.ts';
import { formMessages } from '#form/messages.ts';
import { hasDesc, optionsOf } from '#form/question.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import { factsOf, textOf } from '#server/testing/files/probe.ts';
import { seedApplicants } from './applicants.ts';
import { seedFile } from './files.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { answersOfSeed, makeSeeding } from './seeding.ts';

const TODAY = '2026-09-01';

test('there are thirty applicants with an address each', () => {
  expect(seedApplicants).toHaveLength(30);
  expect(new Set(seedApplicants.map(({ username }) => username)).size).toBe(30);
  for (const { username } of seedApplicants) expect(username).toMatch(/@applicant\.example$/);
});

describe.each(seedApplicants)('$username ($because)', (seed) => {
  const answers = answersOfSeed(seed, TODAY);

  test('gives answers that the server accepts, and chooses from the offered options', () => {
    expect(answersBody.safeParse(answers).error?.issues ?? []).toEqual([]);
    for (const [key, value] of Object.entries(seed.answers))
      expect(answers[key] ?? '').toBe(value.slice(0, maxCharsOf(key)));
    for (const [key, value] of Object.entries(answers)) {
      const question = questionFor(key);
      if (question === undefined || !hasDesc(question) || value === '') continue;
      const option = optionsOf(question, answers, () => TODAY).find((found) => found.value === value);
      expect(option, `${key}: ${value}`).toBeDefined();
      expect(answers[`${key}_desc`]).toBe(option?.label);
    }
  });

  test(seed.isComplete ? 'may submit' : 'may not submit yet', () => {
    const messages = formMessages(answers, TODAY);
    if (seed.isComplete) expect(messages).toEqual({});
    else expect(Object.keys(messages).length).toBeGreaterThan(0);
  });
});

test('if the form requires more than the seed has, applicants who may submit still may', () => {
  const question = questionFor('religious_affiliation');
  Object.assign(question ?? {}, { required: [{ message: 'Please answer.' }] });
  onTestFinished(() => void Object.assign(question ?? {}, { required: undefined }));
  for (const seed of seedApplicants.filter(({ isComplete }) => isComplete))
    expect(formMessages(answersOfSeed(seed, TODAY), TODAY)).toEqual({});
});

test('a text that is longer than the partner allows is cut', () => {
  const [seed] = seedApplicants;
  const limit = maxCharsOf('employ_experience') ?? 0;
  const answers = { ...seed?.answers, employ_experience: 'x'.repeat(limit + 1) };
  expect(answersOfSeed({ ...seed!, answers }, TODAY).employ_experience).toHaveLength(limit);
});

test('they cover every status, three and five colleges, and the ends of every field', () => {
  expect(new Set(seedApplicants.map(({ status }) => status))).toEqual(new Set(['new', ...webStatuses]));
  const numbers = seedApplicants.map(({ colleges = [] }) => colleges.length);
  for (const number of [0, 1, 2, 3, 5]) expect(numbers).toContain(number);
  const text = JSON.stringify(seedApplicants);
  for (const sign of [/\p{Script=Hebrew}/u, /\p{Script=Arabic}/u, /\p{M}/u, /'/, /\p{Emoji_Presentation}/u])
    expect(text).toMatch(sign);
  expect(Math.max(...seedApplicants.map(({ answers }) => answers.first_name?.length ?? 0))).toBe(45);
});

describe('put into a database', () => {
  const server = useTestServer({ hasWorkers: false });

  test('the first applicant’s résumé reads like one, on one sheet', { tags: 'slow' }, async () => {
    const [seed] = seedApplicants;
    const file = await seedFile({ kind: 'word', name: 'resume.docx' }, 'employ_resume', seed!);
    const outcome = await server().context.converter.convert(file);
    if (outcome.status === 'FAILED') throw new Error(outcome.message);
    expect(textOf(outcome.pdf)).toMatch(
      /^\s*Grace Brewster Murray[^]*Experience[^]*Education\s+Vassar College/,
    );
    expect(textOf(outcome.pdf)).not.toMatch(/transcript/i);
    expect(factsOf(outcome.pdf)).toMatchObject({ Pages: '1' });
  });

  test('they are there once, with documents of every state, and can log in', { tags: 'long' }, async () => {
    const seeding = makeSeeding(server().context);
    for (const seed of seedApplicants) expect(await seeding.add(seed, 'Correct-Horse-7-Battery')).toBe(true);
    for (const seed of seedApplicants.slice(0, 3)) expect(await seeding.add(seed, undefined)).toBe(false);

    const { rows } = await server().context.database.pool.query('SELECT DISTINCT status FROM documents');
    const states = documentStatuses.filter((status) => status !== 'NOT_ANSWERED');
    expect(rows.map(({ status }) => status).toSorted()).toEqual(states.toSorted());

    const ages: number[] = [];
    const now = server().context.clock.now().getTime();
    const submissionAges = ({ answer: { submit_date: date } }: { answer: Record<string, string> }) =>
      date === undefined ? [] : [Math.round((now - Date.parse(date)) / DAY_MS)];
    for (const seed of seedApplicants) {
      const applicant = server().visitor();
      const { username } = seed;
      const login = { username, password: 'Correct-Horse-7-Battery' };
      expect((await applicant.post('/public/login', login)).status).toBe(200);
      const { body } = await applicant.get('/api/profile');
      ages.push(...submissionAges(body));
      expect(body.web_status.at(-1)?.web_status ?? 'new').toBe(seed.status);
      expect(body.answer).toMatchObject(answersOfSeed(seed, TODAY));
      for (const [key, { kind }] of Object.entries(seed.documents ?? {})) {
        const expected = { waiting: 'UNPROCESSED', converting: 'IN_PROGRESS', damaged: 'FAILED' };
        expect(body.document_answer[key].status, `${username} ${key}`).toBe(
          kind in expected ? expected[kind as keyof typeof expected] : 'COMPLETED',
        );
      }
    }
    expect([ages[0], ages.at(-1)]).toEqual([0, 42]);
    expect(ages).toEqual(ages.toSorted((one, other) => one - other));
  });
});
