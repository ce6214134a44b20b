import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '#server/adapters/clock.ts';
import { makeOuterParts } from '#server/context.ts';
import { parseEnv } from '#server/env.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'admissions-policy-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const envOf = (endpoint?: string) =>
  parseEnv({
    DATA_DIR: dataDir,
    ...(endpoint && {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'documents',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }),
  });

/** The sources of each directive. */
function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

describe('the policy of a page', () => {
  test('lets it reach its own server alone where documents rest there', () => {
    const directives = directivesOf(contentSecurityPolicy(envOf()));
    expect(directives.get('connect-src')).toEqual(["'self'"]);
    expect(directives.get('default-src')).toEqual(["'none'"]);
  });

  test.each([
    {
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'https://s3.us-east-1.amazonaws.com/documents',
    },
    { endpoint: 'https://storage.example.edu:9000/', bucket: 'https://storage.example.edu:9000/documents' },
    { endpoint: 'https://example.edu/s3;v=2', bucket: 'https://example.edu/s3%3Bv=2/documents' },
  ])('lets it upload to the bucket at $endpoint, and to no other one', async ({ endpoint, bucket }) => {
    const env = envOf(endpoint);
    const directives = directivesOf(contentSecurityPolicy(env));
    expect(directives.get('connect-src')).toEqual(["'self'", bucket]);
    for (const [name, sources] of directives)
      if (name !== 'connect-src') expect(sources.join()).not.toMatch(/\*|documents/);

    const { url } = await makeOuterParts(env, { clock: systemClock }).storage.uploadForm('uploads/one');
    expect(url.replaceAll(';', '%3B')).toBe(bucket);
  });
});
