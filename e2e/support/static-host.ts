import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { SERVER_PATHS } from '#contract/server-paths.ts';
import { contentTypeOf } from './content-type.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');

interface StaticHost {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The policy that docs/deploy.md proposes, here for a storage of the same origin. */
async function documentedPolicy(): Promise<string> {
  const [, policy] =
    /```\s*(default-src [^`]+)```/.exec(await readFile(path.join(ROOT, 'docs/deploy.md'), 'utf8')) ?? [];
  if (policy === undefined) throw new Error('docs/deploy.md proposes no policy.');
  return policy.replaceAll(' STORAGE', '').replace(/\s+/g, ' ').trim();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  isPrerendered: boolean,
  policy: string,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-security-policy', policy);
  const isPage = path.extname(pathname) === '';
  if (isPage && SERVER_PATHS.test(pathname)) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"There is none."}');
    return;
  }
  const page = isPrerendered ? `${pathname}.html` : '/index.html';
  const file = path.join(DIST, isPage ? page : pathname);
  const content = await readFile(file).catch(() => undefined);
  if (content === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': contentTypeOf(file) }).end(content);
}

/**
 * Serves the built client as any web server would, with the same policy for every file and no API behind it.
 *
 * @param isPrerendered true to send a route's prerendered page; false to send index.html for every route
 */
export async function startStaticHost(isPrerendered: boolean): Promise<StaticHost> {
  const policy = await documentedPolicy();
  const server = createServer((request, response) => void answer(request, response, isPrerendered, policy));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
