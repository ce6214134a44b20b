import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const server = createServer();
let taken = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  taken = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** As `npm run demo` and `npm run dev` do first. */
async function portFor(usual: number, chosen?: number) {
  const call = `import('./scripts/setup/port.mjs').then(async ({ freePort }) => console.log(await freePort(${usual}, ${chosen && `'${chosen}'`})))`;
  const found = promisify(execFile)(process.execPath, ['-e', call], {
    env: { ...process.env, HOST: '127.0.0.1' },
  });
  return found.catch((error: unknown) => error as { stdout: string; stderr: string });
}

test('a port that nobody chose is the next free one, and is named', async () => {
  const { stdout } = await portFor(taken);
  expect(stdout).toMatch(new RegExp(`^Port ${taken} is in use. Using \\d+.\n\\d+\n$`));
  expect(stdout).not.toContain(`\n${taken}\n`);
});

test('a port that somebody chose is taken or refused', async () => {
  expect(await portFor(3000, taken)).toMatchObject({
    stdout: '',
    stderr: `Port ${taken} is in use. Stop the other program, or set PORT to another number.\n`,
  });
  expect(await portFor(3000, 0)).toMatchObject({ stdout: '0\n' });
});
