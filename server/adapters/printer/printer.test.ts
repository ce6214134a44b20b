import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { factsOf, insideOf, textOf } from '#server/testing/files/probe.ts';
import { makePrinter, type Printer } from './printer.ts';

vi.setConfig({ testTimeout: 60_000 });

const options = { creator: 'Example University', sandbox: 'on' } as const;
let printer: Printer;

afterEach(() => printer.close());

/** Returns the browsers that we started, with their arguments. Debian's script waits for the one that it starts. */
function browsers(): {
  readonly pid: number;
  readonly user: string;
  readonly nice: number;
  readonly args: string;
}[] {
  const columns = ['-eo', 'pid=,ppid=,pgid=,user:32=,ni=,args='];
  const lines = execFileSync('ps', columns, { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => {
    const [pid, ppid, pgid, user = '', nice, ...args] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: Number(pgid),
      user,
      nice: Number(nice),
      args: args.join(' '),
    };
  });
  const started = new Set(all.filter(({ ppid }) => ppid === process.pid).map(({ pid }) => pid));
  return all.filter(({ pgid, args }) => started.has(pgid) && /^\S*chromium|<defunct>/.test(args));
}

const mainsOf = (all: ReturnType<typeof browsers>) => all.filter(({ args }) => !args.includes('--type='));

/** A process may have ended with the one that was killed before it. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const sheet = { html: '<html lang="en"><title>T</title><h1>Hello</h1><p>World</p></html>', foot: 'Ana' };

const both = [
  { name: 'the shell', chromiumPath: undefined },
  { name: 'Chromium', chromiumPath: '/usr/bin/chromium' },
];

test.each(both)(
  '$name prints tagged pages with an outline and a foot',
  { tags: 'slow' },
  async ({ chromiumPath }) => {
    printer = makePrinter({ ...options, chromiumPath });
    const pdf = await printer.print({
      html: '<!doctype html><html lang="en"><title>Title</title><h1>One</h1><p>a</p><h2 style="break-before:page">Two</h2><p>b</p></html>',
      foot: 'Ana <b>O\'Hara & "Co"</b>',
    });
    expect(factsOf(pdf)).toMatchObject({
      Pages: '2',
      Tagged: 'yes',
      Title: 'Title',
      Creator: 'Example University',
      Producer: expect.stringContaining('Skia/PDF'),
      'Page size': '612 x 792 pts (letter)',
    });
    expect(textOf(pdf)).toMatch(/Ana <b>O'Hara & "Co"<\/b>\s+Page 2 of 2/);
    const inside = insideOf(pdf);
    expect(inside).toContain('/Outlines');
    expect(inside).toContain('/Lang (en)');
  },
);

test('is not installed where there is no browser at its path', async () => {
  printer = makePrinter({ ...options, chromiumPath: '/nowhere/chromium' });
  expect(printer.isInstalled()).toBe(false);
  await expect(printer.print(sheet)).rejects.toMatchObject({ name: 'PrintError' });
});

test('beside a long name the page number stays on one line', { tags: 'slow' }, async () => {
  printer = makePrinter(options);
  const foot = `Application of ${'Wolfeschlegelsteinhausen-Bergerdorff '.repeat(4)}`;
  const text = textOf(await printer.print({ ...sheet, foot }));
  expect(text).toMatch(/Page 1 of 1/);
});

test(
  'runs as an unprivileged user, with its sandbox on, at a lower priority than saves',
  { tags: 'slow' },
  async () => {
    printer = makePrinter(options);
    await printer.print(sheet);
    const found = mainsOf(browsers());
    expect(found).not.toEqual([]);
    for (const { user, nice, args } of found) {
      expect(user).not.toBe('root');
      expect(nice).toBe(Math.min(getPriority() + 10, 19));
      expect(args).not.toContain('--no-sandbox');
    }
  },
);

test('the page can neither load nor run anything', async () => {
  const asked: string[] = [];
  const listener = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    printer = makePrinter(options);
    const pdf = await printer.print({
      html: `<html><style>@import "${origin}/css"; p { background: url(${origin}/bg) } @font-face { font-family: x; src: url(${origin}/font) } p { font-family: x }</style><p>Text</p><img src="${origin}/img"><iframe src="file:///etc/passwd"></iframe><object data="${origin}/object"></object><script>document.body.innerHTML = 'RAN'; fetch('${origin}/fetch')</script><meta http-equiv="refresh" content="0;url=${origin}/refresh"><link rel="preconnect" href="${origin}"></html>`,
      foot: `<img src="${origin}/foot">`,
    });
    const text = textOf(pdf);
    expect(text).toContain('Text');
    expect(text).not.toMatch(/RAN|root:/);
    expect(asked).toEqual([]);
  } finally {
    listener.close();
  }
});

test('goes on with a new browser when the old one is killed', { tags: 'slow' }, async () => {
  printer = makePrinter(options);
  await printer.print(sheet);
  for (const { pid } of mainsOf(browsers())) killIfThere(pid);
  expect(textOf(await printer.print(sheet))).toContain('Hello');
});

test('prints nothing for a job that was called off while the browser started', { tags: 'slow' }, async () => {
  printer = makePrinter(options);
  const called = new AbortController();
  const printed = printer.print(sheet, called.signal);
  called.abort();
  await expect(printed).rejects.toMatchObject({ name: 'PrintError' });
});

test('gives up at the deadline, and leaves no browser', { tags: 'long' }, async () => {
  printer = makePrinter({ ...options, deadlineMs: 1 });
  await expect(printer.print(sheet)).rejects.toMatchObject({ name: 'PrintError' });
  expect(browsers()).toEqual([]);
});

test('closes the browser when it has nothing to do', { tags: 'slow' }, async () => {
  printer = makePrinter({ ...options, idleMs: 1 });
  await printer.print(sheet);
  await vi.waitFor(() => expect(browsers()).toEqual([]), { timeout: 10_000 });
});

test('copies printed at once each get their own text', { tags: 'slow' }, async () => {
  printer = makePrinter(options);
  const names = ['Ana', 'Ben', 'Cleo', 'Dan'];
  const pdfs = await Promise.all(
    names.map((name) => printer.print({ html: `<p>I am ${name}</p>`, foot: name })),
  );
  expect(pdfs.map((pdf) => /I am (\w+)/.exec(textOf(pdf))?.[1])).toEqual(names);
});

test('after many copies one browser is left, and after the end none', { tags: 'long' }, async () => {
  printer = makePrinter(options);
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Array.from({ length: 5 }, () => printer.print(sheet)));
  expect(mainsOf(browsers())).toHaveLength(1);
  expect(browsers().filter(({ args }) => args.includes('<defunct>'))).toEqual([]);
  await printer.close();
  await expect.poll(browsers).toEqual([]);
});
