import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getAddAnother, putAddAnother } from '#contract/add-another.ts';
import { putAnswer } from '#contract/answer.ts';
import { confirm } from '#contract/confirm.ts';
import { deleteConversion, getConversion, postConversion } from '#contract/conversion.ts';
import type { Call } from '#contract/define-call.ts';
import { deleteDocumentAnswer, getDocumentAnswers } from '#contract/document-answer.ts';
import { forgotPassword } from '#contract/forgot-password.ts';
import { putLastPage } from '#contract/last-page.ts';
import { login } from '#contract/login.ts';
import { logout } from '#contract/logout.ts';
import { findLookup } from '#contract/lookup.ts';
import { getPdf } from '#contract/pdf.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import { getProfile } from '#contract/profile.ts';
import { resendConfirm } from '#contract/resend-confirm.ts';
import { resetPassword } from '#contract/reset-password.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { signup } from '#contract/signup.ts';
import { postSubmit } from '#contract/submit.ts';
import { getTabs, putTabs } from '#contract/tabs.ts';
import { getServiceView, getTemporaryAnswers } from '#contract/token-views.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus } from '#contract/web-status.ts';
import { NetworkError, NO_NETWORK, sentenceFor, ServerError, UnauthorizedError } from './errors.ts';
import { isFinal, isOutOfReach } from './refusals.ts';
import { exchange } from './request.ts';

// Specification §8 over HTTP: every call, against a real server that fails in every way.

const calls: readonly Call[] = [
  ...[login, signup, confirm, resendConfirm, forgotPassword, resetPassword, logout],
  ...[getProfile, putAnswer, postWebStatus, putLastPage, postValidations, postSubmit],
  ...[getAddAnother, putAddAnother, getTabs, putTabs],
  ...[postPresignedUrl, getDocumentAnswers, deleteDocumentAnswer],
  ...[postConversion, getConversion, deleteConversion, getPdf],
  ...[getTemporaryAnswers, getServiceView, findLookup],
];

const isToBeRead = (declared: Call) =>
  (declared.method === 'GET' && declared !== logout) || declared === postPresignedUrl;

const SAID = 'The server is being repaired.';
interface Form {
  readonly form: string;
  readonly type?: string;
  readonly body: string;
  readonly said: string;
  /** Whether the response is from our own server, whose refusals are final. */
  readonly isSpoken?: true;
}
const forms: readonly Form[] = [
  {
    form: 'JSON',
    type: 'application/json',
    body: JSON.stringify({ message: SAID }),
    said: SAID,
    isSpoken: true,
  },
  { form: 'HTML', type: 'text/html', body: '<h1>Bad gateway</h1>', said: UNEXPECTED },
  { form: 'nothing', body: '', said: UNEXPECTED },
  {
    form: 'a blank message',
    type: 'application/json',
    body: '{"message":" \u200B\\n"}',
    said: UNEXPECTED,
    isSpoken: true,
  },
  { form: 'no message', type: 'application/json', body: '{"error":5}', said: UNEXPECTED },
  { form: 'a message that is no text', type: 'application/json', body: '{"message":5}', said: UNEXPECTED },
  { form: 'half of its JSON', type: 'application/json', body: '{"message":"The', said: UNEXPECTED },
];
const refusals = [401, 403, 409, 422, 429, 500, 502];

let answer: (response: ServerResponse) => void;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.once('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  const { port } = server.address() as AddressInfo;
  const real = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init));
});

const answers = (status: number, { type, body }: Pick<Form, 'type' | 'body'>) => {
  answer = (response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type });
    response.end(body);
  };
};

async function failureOf(declared: Call, timeoutMs = 20_000): Promise<unknown> {
  const input = {
    params: { key: 'employ_resume' },
    query: { token: 'x' },
    ...(declared.body && { body: {} }),
    timeoutMs,
  };
  return exchange(declared, input as never).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(calls.map((declared) => ({ name: `${declared.method} ${declared.path}`, declared })))(
  '$name',
  ({ declared }) => {
    test.each(forms)('a refusal with $form', async ({ said, isSpoken, ...form }) => {
      for (const status of refusals) {
        const log = vi.spyOn(console, 'error').mockReturnValue();
        answers(status, form);
        const error = await failureOf(declared);
        expect(error).toBeInstanceOf(status === 401 ? UnauthorizedError : ServerError);
        expect(error).toMatchObject({ status });
        expect(sentenceFor(error), String(status)).toBe(said);
        // What the server said is not logged.
        const logged = log.mock.calls.map((words) => words.join(' '));
        expect(logged.join('')).toMatch(status === 401 ? /^$/ : new RegExp(`^${status} /\\S*$`));
        expect(isFinal(error)).toBe(isSpoken === true && [403, 409, 422].includes(status));
        log.mockRestore();
      }
    });

    test.each([...forms.slice(1, 3), forms[6]!])(
      'a success with $form is a failure, to be tried again',
      async (form) => {
        answers(200, form);
        const error = await failureOf(declared);
        expect(error).toBeInstanceOf(ServerError);
        expect(sentenceFor(error)).toBe(UNEXPECTED);
        expect(isOutOfReach(error)).toBe(true);
      },
    );

    test.each(['5', '"OK"', 'true'])(
      'a success with the JSON %s counts, unless it was to be read',
      async (body) => {
        answers(200, { type: 'application/json', body });
        const error = await failureOf(declared);
        if (!isToBeRead(declared)) return expect(error).toBeUndefined();
        expect(sentenceFor(error)).toBe(UNEXPECTED);
        expect(isOutOfReach(error)).toBe(true);
      },
    );

    test.each([
      { what: 'no answer in time', reply: () => undefined, timeoutMs: 30 },
      {
        what: 'a dropped socket',
        reply: (response: ServerResponse) => response.destroy(),
        timeoutMs: 20_000,
      },
      {
        what: 'a socket that is dropped in the middle of the body',
        reply: (response: ServerResponse) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
          response.write('{"message":', () => response.destroy());
        },
        timeoutMs: 20_000,
      },
    ])('$what is no connection', async ({ reply, timeoutMs }) => {
      answer = reply;
      const error = await failureOf(declared, timeoutMs);
      expect(error).toBeInstanceOf(NetworkError);
      expect(sentenceFor(error)).toBe(NO_NETWORK);
      expect(isOutOfReach(error)).toBe(true);
    });
  },
);
