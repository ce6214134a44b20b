import { join } from 'node:path';
import { startServer } from '#server/testing/process.ts';
import { multipart, MULTIPART } from '#server/testing/uploads.ts';
import { freePort } from '../free-port.ts';
import { Browser, send, type Outgoing } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import { isMissing, startNginx } from '../proxy/nginx.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { workedMs } from './refusals.ts';

/** Node reads 16 KB of headers, and the shipped nginx lines of 8 KB. */
const VALUE_BYTES = 13_000;
const PROXIED_BYTES = 7000;
const WORK_MAX_MS = 20;
const REPEATS = 3;
/** The server also does other work now and then. What is slow each time is slow. */
const TRIES = 3;
const SECRET = 's'.repeat(40);
const OFFICE_HEADERS = { 'office-user-secret': SECRET };

/** Every header that some code of ours or of a library reads. */
const HEADERS = [
  ...['if-match', 'if-none-match', 'cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest'],
  ...['host', 'via', 'forwarded'],
  ...[
    'authorization',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'accept',
    'accept-encoding',
  ],
  ...[
    'range',
    'content-type',
    'content-encoding',
    'user-agent',
    'traceparent',
    'shared-computer',
    'account-digest',
  ],
  ...['x-office-user', 'office-user-secret', 'last-event-id', 'if-modified-since', 'accept-language'],
];

/** A beginning, a piece that is repeated, and an end that may not fit. */
const SHAPES: readonly (readonly [head: string, piece: string, tail: string])[] = [
  ...['-gzip', '--br', '-', '7', ',', ', ', 'W/'].map((piece) => ['"7', piece, '"x'] as const),
  ...['"7",', '"7-gzip",', 'W/"7", ', '"'].map((piece) => ['', piece, ''] as const),
  ...['a=b; ', 'a=', '=', ';', '; ', '%', '%41', '\t', '\\"'].map((piece) => ['a=', piece, 'x'] as const),
  ...['br;q=0.', 'br, ', 'q=', '*/*,', '.', ':', '::1, ', '1.1.1.1, ', '[', 'a@'].map(
    (piece) => ['', piece, 'x'] as const,
  ),
  ...[' ', 'a', '-', '='].map((piece) => ['Bearer ', piece, '!'] as const),
  ...['; boundary=', '; charset=', ';charset="', '-', ' '].map(
    (piece) => ['multipart/form-data', piece, '!'] as const,
  ),
  ['bytes=', '0-1,', 'x'],
  ['https://', 'a.', '/'],
  ['00-', '0', '-x'],
];

interface Target {
  readonly method: string;
  readonly path: string;
  readonly outgoing?: Outgoing;
}

const ANSWERS = { raw: '{"answers":{}}', headers: { 'content-type': 'application/json' } };
const TARGETS: readonly Target[] = [
  { method: 'PUT', path: '/api/answer', outgoing: ANSWERS },
  { method: 'DELETE', path: '/api/document-answer/employ_resume' },
  { method: 'GET', path: '/about' },
  { method: 'GET', path: '/office', outgoing: { headers: OFFICE_HEADERS } },
  { method: 'GET', path: '/export/applications' },
  { method: 'POST', path: '/public/login', outgoing: { ...ANSWERS, raw: '{}' } },
  {
    method: 'POST',
    path: '/storage/documents',
    outgoing: { raw: multipart([['key', 'x']], Buffer.from('x')), headers: MULTIPART },
  },
];

/** Addresses with a hostile text in them. */
const ADDRESSES: readonly ((text: string) => string)[] = [
  (text) => `/${text}`,
  (text) => `/assets/${text}.js`,
  (text) => `/api/pdf/copy/${text}`,
  (text) => `/about?${text}`,
  (text) => `/public/tmp?token=${text}`,
  (text) => `/lookup/find?category=address&text=${text}`,
  (text) => `/office?q=${text}`,
  (text) => `/.well-known/change-password?${text}`,
];

interface HeadersOptions {
  readonly folder: string;
  /** Whether processor time is judged, and each value is sent to each address, also through nginx. */
  readonly isTimed: boolean;
}

/** Sends hostile texts as the value of each header that is read, also of the parts of an upload, and in addresses. */
export async function judgeHeaders({ folder, isTimed }: HeadersOptions) {
  const found = { violations: [] as string[], slowest: new Map<string, number>() };
  const dataDir = join(folder, 'headers');
  const port = await freePort();
  const server = startServer(dataDir, {
    PORT: String(port),
    RATE_LIMIT_FACTOR: '1000000',
    SIGNUP_LIMIT_PER_ADDRESS: '1000000',
    TRUST_PROXY: '127.0.0.1',
    OFFICE_USER_HEADER: 'X-Office-User',
    OFFICE_USER_SECRET: SECRET,
  });
  try {
    const base = await server.address();
    const browser = new Browser(() => base);
    await new VirtualApplicant('headers@example.com', browser).signUp(new Mailbox(dataDir));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const judge = async (to: string, bytes: number) => {
      for (const target of [...TARGETS, ...hostileAddresses(bytes, isTimed)]) {
        for (const [name, label, outgoing] of variantsOf(target, cookie, bytes, isTimed)) {
          const what = `${to === base ? '' : 'nginx: '}${target.method} ${target.path.slice(0, 80)} with ${label}`;
          const ask = () => send(to, target.method, target.path, outgoing).catch(() => undefined);
          const status = (await ask())?.status ?? 0;
          if (status === 0 || status >= 500) found.violations.push(`${what}: answered by ${status}`);
          if (!isTimed) continue;
          let ms = Infinity;
          for (let n = 0; n < TRIES && ms > WORK_MAX_MS; n += 1) ms = Math.min(ms, await workOf(ask, base));
          found.slowest.set(name, Math.max(found.slowest.get(name) ?? 0, ms));
          if (ms > WORK_MAX_MS) found.violations.push(`${what}: worked ${Math.round(ms)} ms`);
        }
      }
    };
    await judge(base, VALUE_BYTES);
    if (!isTimed || isMissing) return found;
    const nginx = await startNginx(join(folder, 'headers-nginx'), [port]);
    try {
      await judge(nginx.url, PROXIED_BYTES);
    } finally {
      await nginx.stop();
    }
    return found;
  } finally {
    await server.stop('SIGKILL');
  }
}

/** Returns the processor time that the server takes for one request. */
async function workOf(ask: () => Promise<unknown>, base: string): Promise<number> {
  const before = await workedMs(base);
  for (let n = 0; n < REPEATS; n += 1) await ask();
  return ((await workedMs(base)) - before) / REPEATS;
}

/** Returns requests with a hostile text in their address; without `isAll`, a few of them. */
function hostileAddresses(bytes: number, isAll: boolean): readonly Target[] {
  const targets = SHAPES.flatMap(([head, piece, tail]) => {
    const value = encodeURI(head + piece.repeat(bytes / piece.length) + tail).slice(0, bytes);
    return ADDRESSES.map((addressOf) => ({ method: 'GET', path: addressOf(value) }));
  });
  return isAll ? targets : targets.filter((_, index) => index % 17 === 0);
}

/** Yields requests with one hostile header each; without `isAll`, a few of them. */
function* variantsOf(
  { path, outgoing = {} }: Target,
  cookie: string,
  bytes: number,
  isAll: boolean,
): Generator<readonly [header: string, label: string, outgoing: Outgoing]> {
  if (!TARGETS.some((target) => target.path === path)) {
    yield ['an address', 'its own text', { headers: { cookie } }];
    return;
  }
  let count = TARGETS.findIndex((target) => target.path === path);
  for (const [head, piece, tail] of SHAPES) {
    const value = head + piece.repeat((bytes - head.length - tail.length) / piece.length) + tail;
    for (const header of HEADERS) {
      count += 1;
      if (!isAll && count % 97 !== 0) continue;
      const own = header === 'cookie' ? `${cookie}; ${value}` : value;
      yield [
        header,
        `${header}: ${head}${piece}…${tail}`,
        { ...outgoing, headers: { cookie, ...outgoing.headers, [header]: own } },
      ];
    }
    if (path !== '/storage/documents') continue;
    for (const header of ['content-disposition', 'content-type', 'content-transfer-encoding']) {
      const part = `--x\r\nContent-Disposition: form-data; name="key"\r\n${header}: form-data; name=${value}\r\n\r\nx\r\n--x--\r\n`;
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      yield [`${header} of a part`, `${header} of a part: ${head}${piece}…`, { raw: part, headers }];
    }
  }
}
