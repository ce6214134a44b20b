import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves what was built as well as a static server can: brotli made ahead, assets cached forever, and each prerendered
 * page at its own path.
 */
export async function serveSites(
  folder: string,
  port: number,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const isPage = extname(path) === '';
    const file = path.endsWith('/') ? `${path}index.html` : isPage ? `${path}.html` : path;
    const send = (body: Buffer, encoding: object) => {
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-length': body.length,
        'cache-control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...encoding,
      });
      response.end(body);
    };
    readFile(join(folder, `${file}.br`))
      .then((body) => send(body, { 'content-encoding': 'br' }))
      .catch(async () => send(await readFile(join(folder, file)), {}))
      .catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
