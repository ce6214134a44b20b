import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { contentTypeOf } from './content-type.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
/** As in docs/deploy.md. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'";

interface StaticHost {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  isPrerendered: boolean,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-security-policy', POLICY);
  const isPage = path.extname(pathname) === '';
  if (isPage && /^\/(api|public|service|lookup)\//.test(pathname)) {
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
  const server = createServer((request, response) => void answer(request, response, isPrerendered));
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
