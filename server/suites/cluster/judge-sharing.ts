import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePicture } from '#server/testing/files/corpus.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { Browser, send } from '../http.ts';
import type { Mailbox } from '../mailbox.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import type { Member } from './members.ts';

const TRIES_OF_A_PAIR = 10;
const DRAIN_MAX_MS = 10_000;
const LATE_MS = 300;

/** Wrong passwords are counted across all processes: whichever process answers, the limit decides how many pass. */
export async function judgeRateLimit(base: string): Promise<string[]> {
  const guess = { username: 'nobody@example.com', password: 'Wrong-Horse-7-Battery' };
  const replies = await Promise.all(
    Array.from({ length: 3 * TRIES_OF_A_PAIR }, () => send(base, 'POST', '/public/login', { json: guess })),
  );
  const numLetThrough = replies.filter(({ status }) => status === 401).length;
  const numRefused = replies.filter(({ status, headers }) => status === 429 && headers['retry-after']).length;
  return numLetThrough === TRIES_OF_A_PAIR && numRefused === 2 * TRIES_OF_A_PAIR
    ? []
    : [`Of ${replies.length} wrong passwords, ${numLetThrough} were tried and ${numRefused} refused.`];
}

/** A session ended in one process is ended in all. */
export async function judgeLogout(
  [applicant]: readonly VirtualApplicant[],
  members: readonly Member[],
): Promise<string[]> {
  if (applicant === undefined) return [];
  const addresses = members.flatMap(({ address }) => address ?? []);
  const cookies = new Map(applicant.browser.cookies);
  const statusesOf = () =>
    Promise.all(
      addresses.map(async (address) => {
        const browser = new Browser(() => address);
        for (const [name, value] of cookies) browser.cookies.set(name, value);
        return (await browser.get('/api/profile')).status;
      }),
    );
  const before = await statusesOf();
  await applicant.browser.get('/api/logout');
  const after = await statusesOf();
  await applicant.logIn();
  return before.every((status) => status === 200) && after.every((status) => status === 401)
    ? []
    : [`Before the logout the processes answered ${before.join(', ')}, after it ${after.join(', ')}.`];
}

/** After SIGTERM an upload in progress is finished. Then the process exits in time and cleanly. */
export async function judgeDrain(
  base: string,
  mailbox: Mailbox,
  [member]: readonly Member[],
): Promise<string[]> {
  if (member?.address === undefined) return ['The first process is not there.'];
  const applicant = new VirtualApplicant('drained@example.com', new Browser(() => base));
  await applicant.signUp(mailbox);
  const { body: form } = await applicant.insist('POST', '/api/presigned-url', {
    answer_key: 'employ_resume',
  });
  const body = multipart(Object.entries<string>(form.fields), await makePicture({ type: 'png' }));
  const headers = { ...MULTIPART, 'content-length': body.length };
  const upload = request(new URL(new URL(form.url).pathname, member.address), { method: 'POST', headers });
  const answered = new Promise<number | string>((resolve) => {
    upload.on('response', (reply) => resolve(reply.resume().statusCode ?? 0));
    upload.on('error', (error) => resolve(error.message));
  });
  await new Promise((written) => upload.write(body.subarray(0, body.length - 100), written));
  await send(member.address, 'GET', '/healthz');
  const begun = performance.now();
  const ended = member.end('SIGTERM');
  await sleep(LATE_MS);
  upload.end(body.subarray(body.length - 100));
  const [status, code] = await Promise.all([answered, ended]);
  const ms = performance.now() - begun;
  return status === 204 && code === 0 && ms < DRAIN_MAX_MS
    ? []
    : [
        `An upload under way at SIGTERM was answered by ${status}; the process ended with ${code} after ${Math.round(ms)} ms.`,
      ];
}
