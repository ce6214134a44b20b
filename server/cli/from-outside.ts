import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { MAX_FILE_BYTES } from '#limits.ts';
import { DAY_MS, systemClock } from '#server/adapters/clock.ts';
import { codesOf } from '#server/adapters/error-codes.ts';
import type { UploadForm } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/context.ts';

const TIMEOUT_MS = 15_000;
const CERTIFICATE_DAYS_MIN = 14;
const CLOCKS_APART_MAX_S = 5;

/** What an applicant's browser would find at PUBLIC_URL. */
export interface Finding {
  readonly what: string;
  readonly isFault: boolean;
  readonly text: string;
}

type Outside = Pick<Context, 'embeddedStorage' | 'publicUrl' | 'storage'>;
export type Verdict = Omit<Finding, 'what'>;

const ok = (text = 'ok'): Verdict => ({ isFault: false, text });
const fault = (text: string): Verdict => ({ isFault: true, text });

/** Checks PUBLIC_URL as a browser does. Each finding says what is wrong, if something is. */
export async function* lookFromOutside(parts: Outside): AsyncGenerator<Finding> {
  const looks = { certificate, page, clock, tags, worker, upload };
  for (const [what, look] of Object.entries(looks)) {
    const verdict = await look(parts).catch((error: unknown) => fault(codesOf(error)));
    yield { what, ...verdict };
  }
}

/** Returns by how many seconds a clock that was read between two times is ahead of ours. */
export function secondsApart(theirs: Date, before: Date, after: Date): number {
  return Math.round((theirs.getTime() - (before.getTime() + after.getTime()) / 2) / 1000);
}

/** Codes, sessions and limits are timed by several clocks. A `Date` has whole seconds. */
export function clockVerdict(ahead: number): Verdict {
  const [side, seconds] = [ahead < 0 ? 'behind' : 'ahead of', Math.abs(ahead)];
  return seconds <= CLOCKS_APART_MAX_S ? ok() : fault(`${seconds} s ${side} this machine`);
}

async function get({ publicUrl }: Outside, path: string) {
  return answerTo(new URL(path, publicUrl), { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
}

/** Reads the whole answer, so that its connection is free again. */
async function answerTo(address: URL, request: RequestInit) {
  const response = await fetch(address, request);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function certificate({ publicUrl }: Outside): Promise<Verdict> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return ok('none: PUBLIC_URL is no https address');
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port: Number(port || 443), servername, timeout: TIMEOUT_MS });
  try {
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    await once(socket, 'secureConnect');
    const until = new Date(socket.getPeerCertificate().valid_to);
    const daysLeft = Math.floor((until.getTime() - systemClock.now().getTime()) / DAY_MS);
    const text = `ends in ${daysLeft} days`;
    return daysLeft < CERTIFICATE_DAYS_MIN ? fault(text) : ok(text);
  } finally {
    socket.destroy();
  }
}

async function page(parts: Outside): Promise<Verdict> {
  const { status, headers } = await get(parts, '/');
  if (status !== 200) return fault(`status ${status}`);
  const isOurs = headers.get('content-security-policy')?.includes("worker-src 'self'") === true;
  return isOurs ? ok() : fault('not this form, or its security headers are missing');
}

async function clock(parts: Outside): Promise<Verdict> {
  const asked = systemClock.now();
  const { headers } = await get(parts, '/healthz');
  const theirs = new Date(headers.get('date') ?? '');
  if (Number.isNaN(theirs.getTime())) return fault('the answer has no date');
  return clockVerdict(secondsApart(theirs, asked, systemClock.now()));
}

/** A proxy that compresses may change the tags by which a device knows which answers the account has. */
async function tags(parts: Outside): Promise<Verdict> {
  const { status, headers } = await get(parts, '/openapi.json');
  const tag = headers.get('etag');
  if (status !== 200 || tag === null) return fault(`status ${status}, without a tag`);
  return ok(
    /^"[\d.]+"$/.test(tag) ? 'unchanged' : `changed by a proxy (${tag}), which the form puts up with`,
  );
}

/** A browser that stores the worker would continue with an old release. */
async function worker(parts: Outside): Promise<Verdict> {
  const { status, headers } = await get(parts, '/sw.js');
  const [type, caching] = [headers.get('content-type') ?? '', headers.get('cache-control') ?? ''];
  if (status !== 200 || !type.startsWith('text/javascript')) return fault(`status ${status}, type ${type}`);
  return caching === 'no-cache' ? ok() : fault(`cache-control is “${caching}”, not no-cache`);
}

/**
 * Sends the largest file by a form like an applicant's. This server's folder accepts only applicants' files, and says
 * so.
 */
async function upload({ embeddedStorage, publicUrl, storage }: Outside): Promise<Verdict> {
  const key = `uploads/doctor/${randomBytes(16).toString('hex')}`;
  const form = await storage.uploadForm(key);
  const { status, headers, body } = await post(form, publicUrl);
  if (embeddedStorage !== undefined) {
    const isRefusedByUs = status === 403 && body.includes('"message"');
    return isRefusedByUs ? ok() : fault(`status ${status} for the largest file`);
  }
  await storage.delete(key);
  if (status < 200 || status > 299) return fault(`status ${status} from the bucket`);
  const readers = headers.get('access-control-allow-origin');
  const isReadable = readers === '*' || readers === publicUrl;
  return isReadable ? ok() : fault(`the bucket does not allow ${publicUrl} (CORS)`);
}

async function post({ url, fields }: UploadForm, origin: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([Buffer.alloc(MAX_FILE_BYTES)]), 'doctor');
  const signal = AbortSignal.timeout(4 * TIMEOUT_MS);
  return answerTo(new URL(url, origin), { method: 'POST', body, headers: { origin }, signal });
}
