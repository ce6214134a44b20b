import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const deploy = resolve(import.meta.dirname, '../deploy');
const folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
afterAll(() => rmSync(folder, { recursive: true }));

const alerts = readFileSync(join(deploy, 'alerts.yml'), 'utf8');
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(deploy, 'dashboard.json'), 'utf8'),
);
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const promtool = (...words: readonly string[]) =>
  spawnSync('promtool', words, { cwd: deploy, encoding: 'utf8' });
const isInstalled = promtool('--version').error === undefined;
if (!isInstalled)
  console.warn('promtool is not installed (Debian: prometheus). Alerts and dashboard were not checked.');

test('alerts and dashboard name only metrics that docs/operate.md lists', () => {
  const listed = readFileSync(join(deploy, '../docs/operate.md'), 'utf8');
  const named = [alerts, ...queries].flatMap(
    (text) => text.match(/\b(admissions|nodejs|process)_\w+/g) ?? [],
  );
  const unknown = new Set(
    named.map((name) => name.replace(/_bucket$/, '')).filter((name) => !isListed(name)),
  );
  expect([...unknown]).toEqual([]);

  function isListed(name: string): boolean {
    // The table shortens two names of one row.
    return (
      listed.includes(name) || (name.startsWith('nodejs_eventloop_lag_') && listed.includes('…_p99_seconds'))
    );
  }
});

test.runIf(isInstalled)('promtool accepts the alerts, and they fire when they should', () => {
  const { status, stdout, stderr } = promtool('check', 'rules', 'alerts.yml');
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
  const tried = promtool('test', 'rules', 'alerts.test.yml');
  expect(tried.status, tried.stdout + tried.stderr).toBe(0);
});

test.runIf(isInstalled)('promtool accepts each query of the dashboard', () => {
  const rules = queries.map((expr, index) => ({ record: `panel:${index}`, expr }));
  const file = join(folder, 'dashboard.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { status, stdout, stderr } = promtool('check', 'rules', file);
  expect(status, stdout + stderr).toBe(0);
});
