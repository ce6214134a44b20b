import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { send } from '../http.ts';

const PATIENCE_MS = 10_000;
export const APACHE_MODULES = '/usr/lib/apache2/modules';
const isRoot = process.getuid?.() === 0;

/** The ports of a proxy and of the server, and the folder of the proxy's files. */
interface Place {
  readonly port: number;
  readonly server: string;
  readonly folder: string;
}

/** A proxy from Debian that compresses JSON, with a minimal configuration. */
export interface CompressingProxy {
  readonly name: string;
  readonly program: string;
  readonly packages: string;
  readonly version: readonly string[];
  readonly config: (place: Place) => string;
  readonly args: (file: string, folder: string) => readonly string[];
}

export const compressingProxies: readonly CompressingProxy[] = [
  apache('deflate', 'DEFLATE'),
  apache('brotli', 'BROTLI_COMPRESS'),
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    packages: 'nginx',
    version: ['-v'],
    args: (file, folder) => ['-e', join(folder, 'start.log'), '-c', file],
    config: ({ port, server, folder }) => `daemon off;
pid ${folder}/pid;
${isRoot ? 'user root root;' : ''}
events {}
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  access_log off;
  gzip on;
  gzip_proxied any;
  gzip_min_length 1;
  gzip_types application/json;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${server};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`,
  },
  {
    name: 'Caddy',
    program: '/usr/bin/caddy',
    packages: 'caddy',
    version: ['version'],
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    config: ({ port, server }) => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  encode zstd gzip {
    minimum_length 1
  }
  reverse_proxy ${server}
}
`,
  },
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    packages: 'haproxy',
    version: ['-v'],
    args: (file) => ['-f', file],
    config: ({ port, server }) => `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  compression algo gzip
  compression type application/json
frontend outside
  bind 127.0.0.1:${port}
  default_backend form
backend form
  option forwardfor
  server form ${server}
`,
  },
];

/** What every configuration of Apache begins with here. */
export function apacheStart(
  { port, folder }: { readonly port: number; readonly folder: string },
  modules: readonly string[],
): string {
  return `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Mutex file:${folder} default
${isRoot ? 'User nobody\nGroup nogroup' : ''}
${modules.map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`).join('\n')}`;
}

function apache(module: string, filter: string): CompressingProxy {
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'filter', module];
  return {
    name: `Apache with mod_${module}`,
    program: '/usr/sbin/apache2',
    packages: 'apache2',
    version: ['-v'],
    args: (file) => ['-D', 'FOREGROUND', '-f', file],
    config: ({ port, server, folder }) => `${apacheStart({ port, folder }, modules)}
AddOutputFilterByType ${filter} application/json
ProxyPreserveHost On
ProxyPass / http://${server}/
`,
  };
}

export interface RunningProxy {
  readonly url: string;
  /** The program's name and version, as the program prints them. */
  readonly version: string;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy before this server. Resolves once the server answers through it. */
export async function startProxy(
  { name, program, version, args, config }: CompressingProxy,
  server: string,
  parent: string,
): Promise<RunningProxy> {
  const folder = join(parent, name.replaceAll(/\W+/g, '-').toLowerCase());
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, config({ port, server, folder }));
  const child = spawn(program, args(file, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + PATIENCE_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop(child);
      throw new Error(`${name} did not start: ${complaints}`);
    }
    await sleep(50);
  }
  return { url, version: versionOf(program, version), stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  const reply = await send(url, 'GET', '/healthz').catch(() => undefined);
  return reply?.status === 200;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Some print it to the standard error. */
function versionOf(program: string, args: readonly string[]): string {
  const said = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', program, ...args]).toString();
  return /\d+\.\d+\.\d+/.exec(said)?.[0] ?? said.trim();
}

/** A sentence for each missing program that says how to install it. */
export function missingSentence({ name, program, packages }: CompressingProxy): string | undefined {
  if (existsSync(program)) return undefined;
  return `There is no ${name.split(' ')[0]}; "apt-get install ${packages}" brings it.`;
}
