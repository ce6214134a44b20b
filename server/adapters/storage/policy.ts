import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { isSameSecret } from '../secrets.ts';
import { isStorageKey } from './storage.ts';

/** What a verified form allows, or why it is refused. `reason` is sent to the caller and reveals no secrets. */
export type Verdict =
  | { readonly isValid: true; readonly key: string; readonly minBytes: number; readonly maxBytes: number }
  | { readonly isValid: false; readonly reason: string };

interface PolicyOptions {
  readonly clock: Clock;
  readonly bucket: string;
  readonly region: string;
  readonly secretFor: (accessKeyId: string) => string | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SIGNATURE = 'X-Amz-Signature';
const POLICY = 'Policy';

const policySchema = z.strictObject({
  expiration: z.string(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.int(), z.int()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});
type Policy = z.output<typeof policySchema>;

/**
 * Checks an upload form as S3 does: the signature over the policy, its expiry, and that the form has exactly the
 * fields and values that the policy names.
 *
 * @see AWS Signature Version 4, authenticating HTTP POST requests
 */
export function verifyUploadForm(fields: ReadonlyMap<string, string>, options: PolicyOptions): Verdict {
  const encoded = fields.get(POLICY) ?? '';
  if (!isSigned(fields, encoded, options)) return refuse('The form is not signed by us.');

  const policy = readPolicy(encoded);
  if (policy === undefined) return refuse('The form has no policy that can be read.');
  if (!(options.clock.now().getTime() < Date.parse(policy.expiration)))
    return refuse('The form has expired.');

  const allowed = new Map<string, string>();
  let range: readonly [number, number] | undefined;
  for (const condition of policy.conditions) {
    if (Array.isArray(condition)) range = [condition[1], condition[2]];
    else for (const [name, value] of Object.entries(condition)) allowed.set(name, value);
  }
  const given = [...fields].filter(([name]) => name !== POLICY && name !== SIGNATURE);
  const isExact =
    given.length === allowed.size && given.every(([name, value]) => allowed.get(name) === value);
  if (!isExact) return refuse('The form has a field that its policy does not allow.');

  const key = allowed.get('key') ?? '';
  if (allowed.get('bucket') !== options.bucket || !isStorageKey(key) || range === undefined) {
    return refuse('The form is for another place.');
  }
  return { isValid: true, key, minBytes: range[0], maxBytes: range[1] };
}

function isSigned(fields: ReadonlyMap<string, string>, policy: string, options: PolicyOptions): boolean {
  const [accessKeyId = '', day = '', region = '', service = '', end = '', ...rest] = (
    fields.get('X-Amz-Credential') ?? ''
  ).split('/');
  const secret = options.secretFor(accessKeyId);
  const scopeIsOurs =
    fields.get('X-Amz-Algorithm') === ALGORITHM &&
    /^\d{8}$/.test(day) &&
    region === options.region &&
    service === 's3' &&
    end === 'aws4_request' &&
    rest.length === 0;
  if (secret === undefined || !scopeIsOurs || policy === '') return false;

  const signingKey = [day, region, service, end].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secret}`),
  );
  return isSameSecret(fields.get(SIGNATURE) ?? '', hmac(signingKey, policy).toString('hex'));
}

function readPolicy(encoded: string): Policy | undefined {
  try {
    const result = z.safeParse(policySchema, JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function refuse(reason: string): Verdict {
  return { isValid: false, reason };
}
