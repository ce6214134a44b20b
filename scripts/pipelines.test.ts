import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { whatIsWrongWith } from './commit-messages.mjs';
import { ALL } from './test-all.mjs';

interface Job {
  readonly stage?: string;
  readonly rules?: readonly object[];
  readonly script?: readonly unknown[];
}

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const CHECK = '.github/workflows/check.yml';
const NIGHTLY = '.github/workflows/nightly.yml';
const GITLAB = '.gitlab-ci.yml';
const { image: _, stages, default: __, ...rest } = parse(read(GITLAB), { merge: true });
const gitlabJobs = Object.entries<Job>(rest).filter(([name]) => !name.startsWith('.'));

const nightlySuites: string[] = parse(read(NIGHTLY)).jobs.suite.strategy.matrix.suite;
const gitlabSuites: string[] = rest.suite.parallel.matrix.flatMap(({ SUITE }: { SUITE: string }) => SUITE);

/** The npm scripts that a pipeline names, with each suite of its matrix. */
function scriptsIn(path: string, suites: readonly string[] = []): string[] {
  const named = [...read(path).matchAll(/(?:npm run|job\.sh) ([\w:-]+)/g)].map(([, name = '']) => name);
  return [...named.filter((name) => name !== 'test:'), ...suites.map((suite) => `test:${suite}`)];
}
const named = [...scriptsIn(CHECK), ...scriptsIn(NIGHTLY, nightlySuites)];

describe('GitHub', () => {
  const faultsOf = (name: string, content: string) =>
    parseWorkflow({ name, content }, new NoOperationTraceWriter()).context.errors.getErrors();

  test.each([CHECK, NIGHTLY])('%s is a workflow to the letter', (path) => {
    expect(faultsOf(path, read(path))).toEqual([]);
  });

  test('a wrong word is noticed', () => {
    expect(faultsOf(CHECK, read(CHECK).replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });
});

// No package has the schema of GitLab's file, so its parts are checked one by one.
describe('GitLab', () => {
  test.each(gitlabJobs)('%s has a stage, a rule and a script', (_name, { stage, rules, script }) => {
    expect(stages).toContain(stage);
    expect(rules).toHaveLength(1);
    expect(script?.every((line) => typeof line === 'string')).toBe(true);
  });

  test('the jobs of every push are those of GitHub, and both run the same suites at night', () => {
    const always = gitlabJobs.filter(([, { stage }]) => stage === 'check').map(([name]) => name);
    expect(always).toEqual(Object.keys(parse(read(CHECK)).jobs));
    expect(gitlabSuites.toSorted()).toEqual(nightlySuites);
  });
});

test('a forge runs nothing that people do not run', () => {
  const github = [CHECK, NIGHTLY].flatMap((path) =>
    Object.values<{ steps: { run?: string }[] }>(parse(read(path)).jobs).flatMap(({ steps }) => steps),
  );
  const lines = [
    ...github.flatMap(({ run = [] }) => run),
    ...gitlabJobs.flatMap(([, { script = [] }]) => script.map(String)),
  ];
  const shared = /^(sh scripts\/job\.sh|npm run|node scripts\/commit-messages\.mjs) /;
  // GitLab has no condition for one line.
  const bare = lines.map((line) => line.replace(/^if \[ -n "\S+" \]; then (.+); fi$/, '$1'));
  expect(bare.length).toBeGreaterThan(0);
  expect(bare.filter((line) => !shared.test(line))).toEqual([]);
});

test('each script that a pipeline names exists', () => {
  const all = [...named, ...scriptsIn(GITLAB, gitlabSuites)];
  expect(all.filter((name) => !(name in scripts))).toEqual([]);
});

test('test:all runs every test script, the pipelines do, and the table of longer tests names them', () => {
  const tests = Object.keys(scripts).filter((name) => name.startsWith('test:'));
  // This test itself, parts of test:unit and test:browser, and what needs the reader's own files.
  const apart = [
    'test:all',
    'test:rest',
    'test:chromium',
    'test:access',
    'test:engines',
    'test:old-engines',
    'test:foreign',
  ];
  expect(ALL.toSorted()).toEqual(tests.filter((name) => !apart.includes(name)).toSorted());
  // The pipelines split test:browser into the other two.
  const inPipelines = [...ALL.filter((name) => name !== 'test:browser'), 'test:chromium', 'test:engines'];
  expect(inPipelines.filter((name) => !named.includes(name))).toEqual([]);
  const guide = read('CONTRIBUTING.md');
  expect(tests.filter((name) => !guide.includes(name))).toEqual([]);
});

test.each([
  ['feat(form): ask for the ZIP code only in the USA', ''],
  ['build: release 1.1.0', ''],
  ['fixup! feat(form): ask', ''],
  ['Ask for the ZIP code', 'does not begin with a type'],
  ['fix(form): ask; and answer', 'has a semicolon'],
  ['fix(form): ask.', 'ends with a punctuation mark'],
  [`fix(form): ${'a'.repeat(62)}`, 'has 73 characters'],
])('the subject of a commit "%s" %s', (subject, fault) => {
  expect(whatIsWrongWith(subject) ?? '').toMatch(fault === '' ? /^$/ : fault);
});
