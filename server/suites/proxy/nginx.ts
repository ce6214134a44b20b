import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../free-port.ts';

const SHIPPED = resolve(import.meta.dirname, '../../../deploy/nginx.conf');
const NGINX = '/usr/sbin/nginx';
export const HOST = 'apply.example.edu';

export const isMissing = !existsSync(NGINX);

export interface Nginx {
  readonly plainUrl: string;
  readonly url: string;
  /** The lines of its log, which must not contain any query. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts Debian's nginx with the shipped file. Only ports, folders and the certificate are this machine's. */
export async function startNginx(folder: string, webPorts: readonly number[]): Promise<Nginx> {
  const [plain, secure] = [await freePort(), await freePort()];
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`],
      ...['-keyout', file('key.pem'), '-out', file('chain.pem')],
    ],
    { stdio: 'ignore' },
  );
  const changes: readonly (readonly [string, string])[] = [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, file('chain.pem')],
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`, file('key.pem')],
    ['/var/log/nginx/graduate-admissions.log', file('access.log')],
    ['/var/log/nginx/graduate-admissions.error.log', file('error.log')],
    [
      'server 127.0.0.1:3000 max_fails=0;',
      webPorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n'),
    ],
  ];
  const site = changes.reduce(
    (text, [shipped, here]) => {
      if (!text.includes(shipped)) throw new Error(`deploy/nginx.conf has no "${shipped}" any more.`);
      return text.replace(shipped, here);
    },
    readFileSync(SHIPPED, 'utf8'),
  );
  writeFileSync(file('site.conf'), site);
  writeFileSync(file('nginx.conf'), mainFile(folder));
  const program = spawn(NGINX, ['-e', file('start.log'), '-c', file('nginx.conf')], { stdio: 'inherit' });
  while (!existsSync(file('nginx.pid'))) {
    if (program.exitCode !== null) throw new Error(readFileSync(file('start.log'), 'utf8'));
    await new Promise((look) => setTimeout(look, 50));
  }
  return {
    plainUrl: `http://127.0.0.1:${plain}`,
    url: `https://${HOST}:${secure}`,
    log: () => readFileSync(file('access.log'), 'utf8'),
    stop: async () => {
      const ended = once(program, 'exit');
      program.kill('SIGQUIT');
      await ended;
    },
  };
}

function mainFile(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root root;' : ''}
worker_processes 2;
worker_rlimit_nofile 8192;
events { worker_connections 4096; }
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}
`;
}
