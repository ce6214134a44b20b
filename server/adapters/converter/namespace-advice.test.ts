import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { namespaceAdvice } from './namespace-advice.ts';

const folder = mkdtempSync(join(tmpdir(), 'advice-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['1\n', /sysctl kernel\.apparmor_restrict_unprivileged_userns is 1\. Load deploy\/apparmor-bwrap/],
  ['0\n', /^it is missing, or this kernel/],
  [undefined, /^it is missing, or this kernel/],
])('if AppArmor restricts namespaces, the sysctl and the profile are named (%j)', (content, advice) => {
  const file = join(folder, String(content).trim());
  if (content !== undefined) writeFileSync(file, content);
  expect(namespaceAdvice(file)).toMatch(advice);
});
