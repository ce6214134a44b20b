import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { SERVER_PATHS } from '#contract/server-paths.ts';
import { contentTypeOf } from './content-type.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Puts the name of the release into the page and into its scripts, so that no two releases share a file name. */
function marked(name: string): Plugin {
  return {
    name: 'marked-release',
    enforce: 'pre',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'release', content: name }, injectTo: 'head' }],
    transform(code, id) {
      const isOurs = /\/src\/(app\/main|screens\/|ui\/button)/.test(id) && /\.tsx?$/.test(id);
      return isOurs ? `${code}\nReflect.set(globalThis, 'release', ${JSON.stringify(name)});` : undefined;
    },
  };
}

/** Builds a release into its own folder. With `isKilled`, its worker removes itself. */
export async function buildRelease(name: string, isKilled = false): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), `release-${name}-`));
  const { KILL_SERVICE_WORKER = '', NODE_ENV = '' } = process.env;
  process.env['KILL_SERVICE_WORKER'] = String(isKilled);
  try {
    await build({
      root: ROOT,
      configFile: path.join(ROOT, 'vite.config.ts'),
      logLevel: 'error',
      plugins: [marked(name)],
      build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
    });
  } finally {
    // A build sets the environment to production. A server that is started next would send its mails.
    Object.assign(process.env, { KILL_SERVICE_WORKER, NODE_ENV });
  }
  return outDir;
}

/** A file server in front of the real one. It can deploy another release under pages that are open. */
export class Deployments {
  readonly #target: URL;
  readonly #server: Server;
  readonly #folders: string[] = [];
  #folder = '';
  /** Answers that replace the files at these paths. */
  readonly instead = new Map<
    string,
    { readonly status: number; readonly type: string; readonly body: string }
  >();

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, answer) => void this.#serve(incoming, answer));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Deploys a release. The assets of the release `keeping` stay beside its own. */
  async deploy(release: string, keeping?: string): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'deployed-'));
    this.#folders.push(folder);
    if (keeping !== undefined)
      await cp(path.join(keeping, 'assets'), path.join(folder, 'assets'), { recursive: true });
    await cp(release, folder, { recursive: true });
    this.#folder = folder;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  async #serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const [pathname = '/'] = (incoming.url ?? '/').split('?');
    if (SERVER_PATHS.test(pathname)) {
      this.#forward(incoming, answer);
      return;
    }
    const instead = this.instead.get(pathname);
    if (instead !== undefined) {
      answer.writeHead(instead.status, { 'content-type': instead.type }).end(instead.body);
      return;
    }
    const isFile = path.extname(pathname) !== '';
    const file = path.join(this.#folder, isFile ? pathname : 'index.html');
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) answer.writeHead(404).end();
    else {
      answer
        .writeHead(200, { 'content-type': contentTypeOf(file), 'cache-control': 'no-cache' })
        .end(content);
    }
  }

  #forward(incoming: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port } = this.#target;
    const onward = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    onward.once('error', () => answer.destroy());
    incoming.pipe(onward);
  }
}
