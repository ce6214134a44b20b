import { createHmac } from 'node:crypto';
import type { Clock } from './clock.ts';
import { currentTrace, traceparentOf } from './trace.ts';
import { NamedError } from './errors.ts';

const TIMEOUT_MS = 10_000;

interface Delivery {
  /** The same for every attempt at one delivery, so that the receiver can recognize duplicates. */
  readonly id: string;
  readonly body: string;
}

export interface Webhook {
  /**
   * Posts a signed delivery. Resolves once the receiver has accepted it.
   *
   * @throws {WebhookError} for any answer other than 2xx, including redirects, and for no answer within ten seconds
   */
  post(delivery: Delivery, signal: AbortSignal): Promise<void>;
}

/** A delivery was not accepted. The message says why, without the content of either side. */
class WebhookError extends NamedError {}

interface WebhookOptions {
  /** Its user and password, if any, are sent as Authorization. */
  readonly url: string;
  /** The keys that sign, as bytes. The receiver accepts a delivery if it has one of them. */
  readonly keys: readonly Buffer[];
  readonly clock: Clock;
  /** Names the program that posts. */
  readonly userAgent: string;
  readonly timeoutMs?: number;
}

/** Makes the client that posts to another program of the university, with the headers of standardwebhooks.com. */
export function makeWebhook({
  url,
  keys,
  clock,
  userAgent,
  timeoutMs = TIMEOUT_MS,
}: WebhookOptions): Webhook {
  const { address, authorization } = withoutLogin(url);
  return {
    async post({ id, body }, signal) {
      const timestamp = String(Math.floor(clock.now().getTime() / 1000));
      const trace = currentTrace();
      const answer = await fetch(address, {
        method: 'POST',
        // A redirect could send the signed content to a stranger.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          ...(authorization !== undefined && { authorization }),
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': keys
            .map((key) => `v1,${signatureOf(key, `${id}.${timestamp}.${body}`)}`)
            .join(' '),
          ...(trace && { traceparent: traceparentOf(trace) }),
        },
        body,
      }).catch((error: unknown) => {
        throw new WebhookError(`The webhook gave no answer: ${reasonOf(error)}.`);
      });
      await answer.body?.cancel().catch(() => undefined);
      if (!answer.ok) throw new WebhookError(`The webhook answered with ${answer.status}.`);
    },
  };
}

/** Takes user and password out of an address, because `fetch` refuses one that has them. */
function withoutLogin(url: string): { readonly address: string; readonly authorization: string | undefined } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address: url, authorization: undefined };
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  address.username = '';
  address.password = '';
  return { address: address.href, authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}

function signatureOf(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64');
}

/** Leaves out the error's message: it can quote the address, which may contain a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
