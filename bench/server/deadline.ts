import { setTimeout as sleep } from 'node:timers/promises';
import { isPending } from '#contract/document-answer.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import { Dice } from '#testing/dice.ts';
import { Browser, type Reply } from '#server/suites/http.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { PASSWORD, usernameOf } from './people.ts';

const SAVES = 20;
const SLOW_MS = 5000;

export interface Minute {
  readonly arrivals: number;
  readonly requests: number;
  readonly done: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The first thing that went wrong, if anything did. */
  readonly error: string | undefined;
  /** Cores that were busy, on average. */
  readonly cores: Clocks;
}

/** Processor time in ms: of ours, and of the whole machine, which converts documents and does other work, too. */
export interface Clocks {
  readonly server: number;
  readonly database: number;
  readonly load: number;
  readonly machine: number;
}

interface NightOptions {
  readonly clocks: () => Clocks;
  readonly base: string;
  /** How long one step lasts; a minute in the long version. */
  readonly stepSeconds: number;
  /** Between two saves, on average. */
  readonly thinkSeconds: number;
  readonly firstArrivals: number;
  readonly people: number;
  readonly file: Buffer;
  readonly seed: number;
}

interface State {
  times: number[];
  done: number;
  error: string | undefined;
}

/**
 * The last night before the deadline: applicants log in, save, upload and submit, with pauses, and twice as many arrive
 * in each step, until the first wrong answer.
 */
export async function runNight(options: NightOptions): Promise<readonly Minute[]> {
  const { stepSeconds, firstArrivals, people, seed, clocks } = options;
  const dice = new Dice(seed);
  const minutes: Minute[] = [];
  const everybody: Promise<void>[] = [];
  const state: State = { times: [], done: 0, error: undefined };
  let number = 0;
  for (let arrivals = firstArrivals; number + arrivals <= people; arrivals *= 2) {
    state.times = [];
    state.done = 0;
    const [before, begun] = [clocks(), performance.now()];
    for (let arrived = 0; arrived < arrivals && state.error === undefined; arrived += 1) {
      number += 1;
      everybody.push(oneApplicant(number, dice, options, state));
      await sleep((stepSeconds * 1000) / arrivals);
    }
    const sorted = state.times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    minutes.push({
      arrivals,
      requests: sorted.length,
      done: state.done,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      error: state.error,
      cores: coresBetween(before, clocks(), performance.now() - begun),
    });
    if (state.error !== undefined) break;
  }
  const errorBefore = state.error;
  await Promise.all(everybody);
  const last = minutes.at(-1);
  if (last !== undefined && errorBefore === undefined && state.error !== undefined)
    minutes[minutes.length - 1] = { ...last, error: state.error };
  return minutes;
}

function coresBetween(before: Clocks, after: Clocks, clockMs: number): Clocks {
  const cores = (name: keyof Clocks) => (after[name] - before[name]) / clockMs;
  return {
    server: cores('server'),
    database: cores('database'),
    load: cores('load'),
    machine: cores('machine'),
  };
}

async function oneApplicant(
  number: number,
  dice: Dice,
  { base, thinkSeconds, file }: NightOptions,
  state: State,
): Promise<void> {
  const browser = new Browser(() => base);
  const think = () => sleep(thinkSeconds * 1000 * (0.5 + dice.next()));
  const step = async (what: string, expected: number, answer: () => Promise<Reply>) => {
    if (state.error !== undefined) return undefined;
    try {
      const reply = await answer();
      state.times.push(reply.ms);
      if (reply.status === expected && reply.ms < SLOW_MS) return reply;
      state.error ??= `${what}: ${reply.status} after ${Math.round(reply.ms)} ms`;
    } catch (error) {
      state.error ??= `${what}: ${String(error)}`;
    }
    return undefined;
  };

  await step('log in', 200, () =>
    browser.post('/public/login', { username: usernameOf(number), password: PASSWORD }),
  );
  await step('profile', 200, () => browser.get('/api/profile'));
  const entries = Object.entries(completeAnswers);
  for (let save = 0; save < SAVES && state.error === undefined; save += 1) {
    const answers = Object.fromEntries(entries.slice(save % entries.length, (save % entries.length) + 2));
    await step('save', 200, () => browser.put('/api/answer', { answers }));
    await think();
  }
  const form = await step('upload form', 200, () =>
    browser.post('/api/presigned-url', { answer_key: 'college_transcript' }),
  );
  if (form !== undefined) {
    const { url, fields } = form.body;
    const raw = multipart(Object.entries<string>(fields), file);
    await step('upload', 204, () => browser.send('POST', new URL(url).pathname, { raw, headers: MULTIPART }));
    const asked = { file_key: fields.key, file_name: 'transcript.pdf' };
    await step('convert', 202, () => browser.post('/api/pdf/document-answer/college_transcript', asked));
  }
  await think();
  await step('save', 200, () => browser.put('/api/answer', { answers: completeAnswers }));
  const poll = () =>
    step('conversion', 200, () => browser.get('/api/pdf/document-answer/college_transcript'));
  for (let last = await poll(); isRunning(last); last = await poll()) await sleep(CONVERSION_POLL_MS);
  if ((await step('submit', 200, () => browser.post('/api/submit'))) !== undefined) state.done += 1;
}

function isRunning(answer: Reply | undefined): boolean {
  return answer !== undefined && isPending(answer.body.status);
}
