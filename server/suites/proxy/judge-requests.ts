import { readFileSync } from 'node:fs';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { makePicture } from '#server/testing/files/corpus.ts';
import { Browser, send } from '../http.ts';
import { PASSWORD, type VirtualApplicant } from '../virtual-applicant.ts';
import { HOST, type Nginx } from './nginx.ts';

const TOO_MUCH_BYTES = 100 * 1024 * 1024;
const NUM_GUESSES = 15;
const NUM_REQUESTS = 500;
/** More than `limit_conn` in deploy/nginx.conf. */
const [CONNECTION_LIMIT, NUM_CONNECTIONS] = [500, 520];

interface Judged {
  readonly nginx: Nginx;
  readonly applicant: VirtualApplicant;
  readonly webPorts: readonly number[];
  readonly say: (line: string) => void;
}

/** What a visitor outside of the proxy gets, request by request. */
export async function judgeRequests({ nginx, applicant, webPorts, say }: Judged): Promise<string[]> {
  const { url, plainUrl } = nginx;
  const violations: string[] = [];
  const expect = (isSo: boolean, sentence: string) => {
    if (!isSo) violations.push(sentence);
  };

  const plain = await send(plainUrl, 'GET', '/about?token=x', { headers: { host: HOST } });
  const there = `https://${HOST}/about?token=x`;
  expect(plain.status === 308 && plain.headers.location === there, `http led to ${plain.headers.location}.`);
  const program = await send(plainUrl, 'GET', '/export/applications', { headers: { host: HOST } });
  expect(program.status === 403, `A program that sent its key over http got a ${program.status}.`);
  expect((await http2Status(url)) === 200, 'The form does not come over HTTP/2.');
  for (const path of ['/readyz', '/metrics'])
    expect((await send(url, 'GET', path)).status === 404, `${path} is open to everybody.`);

  const login = await send(url, 'POST', '/public/login', {
    json: { username: applicant.username, password: PASSWORD },
    headers: { origin: url },
  });
  const cookies = login.headers['set-cookie'] ?? [];
  const session = cookies.find((cookie) => cookie.startsWith('__Host-')) ?? '';
  const has = (words: string) => new RegExp(`; ${words}(;|$)`, 'i').test(session);
  expect(
    ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'].every(has),
    `The session cookie is "${cookies.join()}".`,
  );
  expect(
    cookies.every((cookie) => /; Secure/i.test(cookie)),
    'A cookie is not Secure.',
  );
  expect(login.headers['strict-transport-security'] !== undefined, 'There is no HSTS.');

  const guesses = [];
  for (let guess = 0; guess < NUM_GUESSES; guess += 1) {
    const json = { username: 'nobody@example.com', password: 'Wrong-Horse-7-Battery' };
    const headers = { 'x-forwarded-for': `203.0.113.${guess}`, forwarded: `for=203.0.113.${guess}` };
    guesses.push((await send(url, 'POST', '/public/login', { json, headers })).status);
  }
  expect(guesses.includes(429), 'A claimed address is believed: no guess was refused.');

  const picture = await makePicture({ type: 'png' });
  await applicant.upload('employ_resume', picture, 'scan.png');
  const tooMuch = await send(url, 'POST', '/storage', { raw: Buffer.alloc(TOO_MUCH_BYTES) }).catch(
    ({ code }: NodeJS.ErrnoException) => ({ status: code }),
  );
  const isRefused = tooMuch.status === 413 || tooMuch.status === 'EPIPE' || tooMuch.status === 'ECONNRESET';
  expect(isRefused, `100 MB were answered by ${tooMuch.status}.`);

  const before = connectionsTo(webPorts);
  const reader = new Browser(() => url);
  for (let request = 0; request < NUM_REQUESTS; request += 1) await reader.get('/healthz');
  const opened = connectionsTo(webPorts) - before;
  expect(opened < NUM_REQUESTS / 10, `nginx opened ${opened} connections for ${NUM_REQUESTS} requests.`);

  const refused = await crowd(url);
  expect(
    refused >= NUM_CONNECTIONS - CONNECTION_LIMIT,
    `Of ${NUM_CONNECTIONS} at once, ${refused} were refused.`,
  );
  say(
    `Judged over https: ${opened} connections for ${NUM_REQUESTS} requests, ${refused} of a crowd refused.`,
  );
  return violations;
}

function http2Status(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://127.0.0.1:${new URL(url).port}`, {
      servername: HOST,
      rejectUnauthorized: false,
    });
    session.on('error', reject);
    const stream = session.request({ ':path': '/about', ':authority': HOST });
    stream.on('response', (headers) => {
      resolve(headers[constants.HTTP2_HEADER_STATUS]);
      session.destroy();
    });
  });
}

/** The connections to these ports, also those that were closed lately. */
function connectionsTo(ports: readonly number[]): number {
  const remotes = ports.map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => remotes.some((remote) => line.trim().split(/\s+/)[2]?.endsWith(remote)))
    .length;
}

/** Sends requests whose bodies never arrive, from one address. Returns how many were refused at once. */
async function crowd(url: string): Promise<number> {
  const head = `POST /public/login HTTP/1.1\r\nhost: ${HOST}\r\ncontent-length: 100\r\n\r\n{`;
  const sockets: TLSSocket[] = [];
  let refused = 0;
  const options = { host: '127.0.0.1', port: Number(new URL(url).port), servername: HOST };
  for (let index = 0; index < NUM_CONNECTIONS; index += 1) {
    const socket = connectTls({ ...options, rejectUnauthorized: false });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (refused += String(chunk).startsWith('HTTP/1.1 429') ? 1 : 0));
    await new Promise((done) => socket.once('secureConnect', done).once('close', done));
    socket.write(head);
  }
  await new Promise((done) => setTimeout(done, 500));
  for (const socket of sockets) socket.destroy();
  return refused;
}
