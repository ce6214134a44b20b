import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { variables } from '#server/env-variables.ts';
import { parseEnv } from '#server/env.ts';

const models = { ConfigMap, Deployment, Job, PodDisruptionBudget, Service };
const file = readFileSync(resolve(import.meta.dirname, '../deploy/kubernetes.yaml'), 'utf8');
// oxlint-disable-next-line typescript/no-explicit-any -- the schemas below say what the documents are
const manifests: any[] = parseAllDocuments(file).map((document) => document.toJS());
const containers = manifests.flatMap(({ spec }) => spec?.template?.spec?.containers ?? []);

describe.each(
  manifests.map((manifest) => ({ manifest, title: `${manifest.kind} ${manifest.metadata.name}` })),
)('$title', ({ manifest }) => {
  test('fits the schema of Kubernetes', () => {
    const Model = models[manifest.kind as keyof typeof models];
    expect(() => new Model(manifest).validate()).not.toThrow();
  });
});

test('the schema notices a wrong word', () => {
  const service = manifests.find(({ kind }) => kind === 'Service');
  expect(() => new Service({ ...service, spec: { ...service.spec, ports: 80 } }).validate()).toThrow('ports');
});

test('every variable is one that the server reads, and the whole starts in production', () => {
  const [{ data }] = manifests;
  const secrets = [...(/^# with (.+), one on each line/m.exec(file)?.[1] ?? '').matchAll(/[A-Z][A-Z0-9_]+/g)];
  const own = containers.flatMap(({ env = [] }) => env.map(({ name }: { name: string }) => name));
  const names = [...Object.keys(data), ...secrets.map(([name]) => name), ...own];
  expect(names.filter((name) => !(name in variables))).toEqual([]);
  expect(
    parseEnv({ ...data, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', NODE_ENV: 'production' }).S3_BUCKET,
  ).toBe('admissions');
});

test('the command of docs/deploy.md runs in a deployment that there is', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/deploy.md'), 'utf8');
  const [, name] = /^kubectl exec deploy\/(\S+) -- node build\/admin\.js /m.exec(page) ?? [];
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.name)).toContain(name);
});

test('each process has probes for liveness and readiness, and migrations run first', () => {
  const asked = containers.filter(({ name }) => name !== 'migrate');
  expect(asked).toHaveLength(2);
  for (const { livenessProbe, readinessProbe } of asked) {
    expect(livenessProbe.httpGet.path).toBe('/healthz');
    expect(readinessProbe.httpGet.path).toBe('/readyz');
  }
  expect(containers.find(({ name }) => name === 'migrate').command).toEqual([
    'node',
    'build/admin.js',
    'migrate',
  ]);
});

test('no volume is mounted at the data folder, because the start refuses one that everybody can write', () => {
  const mounts = containers.flatMap(({ volumeMounts }) =>
    volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath),
  );
  expect(new Set(mounts)).toEqual(new Set(['/tmp']));
  expect(manifests[0].data.DATA_DIR).toBe('/tmp/data');
});
