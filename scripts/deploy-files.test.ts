import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemPackages } from './setup/system-packages.mjs';
import { OFFICE_MEMORY_BYTES } from '#server/adapters/converter/office-program.ts';
import { variables } from '#server/env-variables.ts';
import { parseEnv } from '#server/env.ts';
import { PATIENCE } from '#server/http/connections.ts';

const folder = resolve(import.meta.dirname, '../deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Variables of other programs: the containers beside ours, Node and the C library. */
const NOT_OURS = new Set([
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD'],
  ...['HOME', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'],
]);
const CONTINUED = /\\\n\s*/g;

/** The names of the variables that a file sets, commented out or not. */
function namesIn(name: string): string[] {
  const text = read(name).replace(CONTINUED, ' ');
  if (name === 'Dockerfile') {
    const env = /^ENV (.*)$/m.exec(text)?.[1] ?? '';
    return [...env.matchAll(/([A-Z][A-Z0-9_]+)=/g)].map(([, found = '']) => found);
  }
  if (name.endsWith('.yaml'))
    return [...text.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, found = '']) => found);
  if (name.endsWith('.service'))
    return [...text.matchAll(/^Environment=([A-Z][A-Z0-9_]+)=/gm)].map(([, found = '']) => found);
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, found = '']) => found);
}

const files = readdirSync(folder).filter((name) =>
  /Dockerfile$|\.yaml$|\.env|admissions\.service$/.test(name),
);

test.each(files)('every variable of deploy/%s is one that the server reads', (name) => {
  const names = namesIn(name).filter((found) => !NOT_OURS.has(found));
  expect(names.filter((found) => !(found in variables))).toEqual([]);
  expect(namesIn(name).length).toBeGreaterThan(0);
});

test('the environment of the unit is one that the server starts with', () => {
  const lines = read('graduate-admissions.env').split('\n');
  const pairs = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2));
  expect(parseEnv(Object.fromEntries(pairs)).NODE_ENV).toBe('production');
});

test('commands run as the unit does, and leave their words out of the journal', () => {
  const [line = ''] = /^exec systemd-run .*$/m.exec(read('admissions').replace(CONTINUED, ' ')) ?? [];
  expect(line).toContain(' --description=');
  const properties = [...line.matchAll(/ -p (\S+)/g)].map(([, property = '']) => property);
  expect(read('graduate-admissions.service').split('\n')).toEqual(expect.arrayContaining(properties));
  const names = properties.map((property) => property.split('=', 1)[0]);
  for (const needed of ['User', 'EnvironmentFile', 'WorkingDirectory', 'StateDirectory', 'UMask'])
    expect(names).toContain(needed);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
if (!hasSystemd) console.warn('systemd-analyze is not installed. The units were not checked by it.');

test.runIf(hasSystemd)('systemd knows every word of the units', () => {
  const units = mkdtempSync(join(tmpdir(), 'units-'));
  onTestFinished(() => rmSync(units, { recursive: true }));
  const names = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name));
  for (const name of names)
    writeFileSync(
      join(units, name),
      read(name).replaceAll('/opt/graduate-admissions', resolve(folder, '..')),
    );
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names], {
    cwd: units,
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` },
    encoding: 'utf8',
  });
  // It may have something to say about other units of this machine.
  expect(stderr.split('\n').filter((line) => line.includes('graduate-admissions'))).toEqual([]);
});

test('the unit does not restart a server that ends because of a wrong setting', () => {
  const main = readFileSync(resolve(folder, '../server/main.ts'), 'utf8');
  const [, status = ''] = /EXIT_BAD_SETTING = (\d+);/.exec(main) ?? [];
  expect(read('graduate-admissions.service').split('\n')).toContain(`RestartPreventExitStatus=${status}`);
});

test('the unit grants twice the memory that a LibreOffice may take, and survives one that takes too much', () => {
  const lines = read('graduate-admissions.service').split('\n');
  expect(lines).toContain(`MemoryMax=${(2 * OFFICE_MEMORY_BYTES) / 2 ** 30}G`);
  expect(lines).toContain('OOMPolicy=continue');
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  test('runs as an ordinary user, from files that it cannot change, with a health check', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toContain('HEALTHCHECK');
    expect(last).not.toMatch(/COPY .*--chown/);
    expect(read('compose.yaml')).toContain('read_only: true');
  });

  test('contains every folder that the server imports from, and none of the secrets', () => {
    for (const needed of ['server', 'src', 'dist', 'build', 'node_modules', 'package.json'])
      expect(dockerfile).toContain(`/app/${needed} `);
    for (const kept of ['.data*', '.env', '.git', 'deploy/compose.env'])
      expect(read('Dockerfile.dockerignore').split('\n')).toContain(kept);
  });
});

test('the dev container is the image before the release is copied into it, with the rights of a worker', () => {
  const file = readFileSync(resolve(folder, '../.devcontainer/devcontainer.json'), 'utf8');
  const { build, securityOpt, init } = JSON.parse(file.replaceAll(/^ *\/\/.*$/gm, ''));
  expect(read('Dockerfile')).toMatch(new RegExp(`^FROM \\S+ AS ${build.target}$`, 'm'));
  expect(existsSync(resolve(folder, '../.devcontainer', build.dockerfile))).toBe(true);
  expect({ securityOpt, init }).toEqual({
    securityOpt: ['seccomp=unconfined', 'apparmor=unconfined', 'systempaths=unconfined'],
    init: true,
  });
});

test('the secrets of the containers are not committed', () => {
  const ignored = readFileSync(resolve(folder, '../.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain('deploy/compose.env');
});

test('the containers do not start with the secret of the example, which everybody can read', () => {
  const [, secret] = /^SECRET_KEYS=(.*)$/m.exec(read('compose.env.example')) ?? [];
  expect(secret).toBeDefined();
  expect(() => parseEnv({ SECRET_KEYS: secret })).toThrow('SECRET_KEYS');
});

test('the containers keep documents in a volume that they share, and the rest in memory', () => {
  const [, list = ''] = /tmpfs: \[(.*)\]/.exec(read('compose.yaml')) ?? [];
  const entries = [...list.matchAll(/'([^']*)'|([^,\s]+)/g)].map(([, quoted, bare]) => quoted ?? bare);
  expect(entries).toEqual(['/tmp']);
});

test('only the container that opens strangers’ files may make namespaces', () => {
  const compose = read('compose.yaml');
  const optionsOf = (part: RegExp) => /^ +security_opt: \[(.*)\]$/m.exec(part.exec(compose)?.[1] ?? '')?.[1];
  expect(optionsOf(/^x-server: &server\n((?: .*\n)+)/m)).toBe('no-new-privileges');
  expect(optionsOf(/^ {2}web:\n((?: {4}.*\n)+)/m)).toBeUndefined();
  expect(optionsOf(/^ {2}worker:\n((?: {4}.*\n)+)/m)?.split(', ')).toEqual([
    'no-new-privileges',
    'seccomp=unconfined',
    'apparmor=unconfined',
    'systempaths=unconfined',
  ]);
  expect(compose).toMatch(/^ {6}WORKERS: none$/m);
  expect(compose).toMatch(/^ {6}WORKERS: only$/m);
});

test('an init process reaps what Chromium and bubblewrap leave in a container', () => {
  const [, base = ''] = /^x-server: &server\n((?: .*\n)+)/m.exec(read('compose.yaml')) ?? [];
  expect(base).toMatch(/^ {2}init: true$/m);
  expect(readFileSync(resolve(folder, '../docs/deploy.md'), 'utf8')).toContain('docker run --init');
});

test('a password of the database needs no encoding in its address', () => {
  const advice = read('compose.env.example');
  expect(advice).toContain('openssl rand -hex 32');
  const [, password = ''] = /^POSTGRES_PASSWORD=(.*)$/m.exec(advice) ?? [];
  expect(encodeURIComponent(password)).toBe(password);
});

describe('the proxy', () => {
  const [shared = '', plain = '', secure = ''] = read('nginx.conf').split(/^server \{/m);

  test('uses HTTP/2 directives that nginx 1.22 of Debian 12 supports', () => {
    expect(secure.match(/^ +listen .*$/gm)).toEqual([
      '  listen 443 ssl http2;',
      '  listen [::]:443 ssl http2;',
    ]);
    expect(secure).not.toMatch(/^ +http2 /m);
  });

  test('redirects people to https, and refuses programs that would send their key without it', () => {
    const locations = [...plain.matchAll(/location (\S+) \{\s+return ([^;]+);/g)];
    expect(locations.map(([, path, answer]) => [path, answer])).toEqual([
      ['/export/', '403'],
      ['/', '308 https://$host$request_uri'],
    ]);
  });

  test('accepts no TLS older than 1.2', () => {
    expect(secure.match(/^ +ssl_protocols .*$/gm)).toEqual(['  ssl_protocols TLSv1.2 TLSv1.3;']);
  });

  test('keeps what monitoring asks for from the public', () => {
    const [, pattern = ''] = /^ {2}location ~ (\S+) \{\n {4}return 404;$/m.exec(secure) ?? [];
    const isKept = (path: string) => new RegExp(pattern).test(path);
    expect(['/readyz', '/metrics', '/metrics/'].filter((path) => !isKept(path))).toEqual([]);
    expect(['/healthz', '/about', '/api/profile', '/readyzzz'].filter(isKept)).toEqual([]);
    // nginx tries regular expressions before `location /`, unless that has a modifier.
    expect(secure).toMatch(/^ {2}location \/ \{$/m);
  });

  test('waits for slow visitors as long as the server does, and allows one network as many open requests', () => {
    expect(secure).toMatch(/^ +client_header_timeout 15s;$/m);
    expect(secure).toMatch(new RegExp(`^ +client_body_timeout ${PATIENCE.bodyMs / 1000}s;$`, 'm'));
    expect(secure).toMatch(new RegExp(`^ +send_timeout ${PATIENCE.readerMs / 1000}s;$`, 'm'));
    const most = variables.OPEN_LIMIT_PER_ADDRESS.fallback;
    expect(secure).toMatch(new RegExp(`^ +limit_conn visitors ${most};$`, 'm'));
    expect(shared).toMatch(/^limit_conn_zone \$visitor_network zone=visitors:/m);
  });

  test('logs no query, neither of redirects to https nor when no server answers', () => {
    expect(plain).toMatch(/^ +access_log off;$/m);
    expect(secure).toMatch(/^ +access_log \S+ without_query;$/m);
    // nginx logs problems of an upstream with the whole request, on the level below `crit`.
    expect(secure).toMatch(/^ +error_log \S+ crit;$/m);
  });
});

test.each(['deploy/Dockerfile', 'docs/deploy.md'])('%s installs what the set-up would', (file) => {
  const text = readFileSync(resolve(folder, '..', file), 'utf8').replace(CONTINUED, ' ');
  const installed =
    /apt-get install (?:-y --no-install-recommends )?([\w -]+)/.exec(text)?.[1]?.trim().split(/ +/) ?? [];
  expect(installed.toSorted()).toEqual(systemPackages.toSorted());
});

test('the documents name files that are there', () => {
  for (const document of ['docs/deploy.md', 'docs/upgrade.md', 'deploy/README.md']) {
    const path = resolve(import.meta.dirname, '..', document);
    const named = [...readFileSync(path, 'utf8').matchAll(/`(deploy\/[\w.-]+)`/g)].map(
      ([, name = '']) => name,
    );
    for (const name of named.filter((found) => !found.endsWith('compose.env')))
      expect(existsSync(resolve(import.meta.dirname, '..', name)), name).toBe(true);
  }
});
