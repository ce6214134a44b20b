import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { commandsBelow } from '#server/testing/commands-below.ts';
import { field, makeDocx, paragraph, picture, relationship } from '#server/testing/files/corpus.ts';
import { Office } from './office.ts';
import { textOf } from '#server/testing/files/probe.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const sandbox = makeSandbox({ isIsolated: true });
const sofficePath = '/usr/bin/soffice';
const hello = makeDocx({ body: paragraph('Hello') });
/** More than LibreOffice can lay out in a test's limit of two seconds. */
const endless = makeDocx({
  body: Array.from({ length: 3000 }, () => paragraph('Course Credits Grade '.repeat(150))).join(''),
});
let office: Office;

// LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

afterEach(() => office.close());

/** Returns the path of a program that stands in for LibreOffice, and where its text can be changed. */
function fakeOffice(code: string, shell = '/bin/sh'): string {
  const folder = mkdtempSync(join(tmpdir(), 'office-fake-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const path = join(folder, 'soffice');
  writeFileSync(path, `#!${shell}\n${code}\n`);
  chmodSync(path, 0o755);
  return path;
}

function officesBelow(): string[] {
  return commandsBelow(process.pid).filter((command) => command.includes('soffice'));
}

function workFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`admissions-work-${process.pid}-`));
}

test(
  'a document that uses up its processor time is at fault, leaves nothing, and disturbs no other',
  { tags: 'slow' },
  async () => {
    office = new Office({ sandbox, sofficePath, cpuSeconds: { start: 15, document: 2 } });
    expect(await office.convert(endless)).toEqual({ kind: 'timeout' });
    expect(officesBelow()).toEqual([]);
    expect(workFolders()).toEqual([]);
    expect((await office.convert(hello)).kind).toBe('pdf');
  },
);

test(
  'the conversion of a Word document stops at once when the job is aborted',
  { tags: 'slow' },
  async () => {
    office = new Office({ sandbox, sofficePath });
    await office.convert(hello);
    const abort = new AbortController();
    const result = office.convert(hello, abort.signal);
    abort.abort();
    await expect(result).rejects.toThrow('called off');
    expect(officesBelow()).toEqual([]);
  },
);

describe('whose fault it is when LibreOffice makes no PDF', () => {
  const REAL = 'exec /usr/bin/soffice "$@"';
  /** Treats a stranger's document differently from the converter's own, which is smaller. */
  const forStrangers = (code: string) => `[ "$(stat -c %s in.docx || echo 0)" -gt 1000 ] && ${code}\n${REAL}`;

  testEach([
    { what: 'is missing', path: () => '/nowhere/soffice', end: { message: 'program-missing' } },
    { what: 'ends at once', path: () => fakeOffice('exit 1'), end: { message: 'office-broken' } },
    { what: 'does nothing', path: () => fakeOffice('exit 0'), end: { message: 'office-broken' } },
    { what: 'crashes', path: () => fakeOffice('kill -SEGV $$'), end: { message: 'office-broken' } },
    {
      what: 'uses up its time to start',
      path: () => fakeOffice('while :; do :; done'),
      options: { cpuSeconds: { start: 2, document: 2 } },
      end: { message: 'office-broken' },
    },
    {
      what: 'never starts',
      path: () => fakeOffice('sleep 600'),
      options: { deadlineMs: 2000 },
      end: { name: 'SandboxError' },
    },
    {
      what: 'waits for ever with a document',
      path: () => fakeOffice(forStrangers('sleep 600')),
      options: { deadlineMs: 8000 },
      end: { name: 'SandboxError' },
    },
    {
      what: 'is killed over a document, as by a kernel out of memory',
      path: () => fakeOffice(forStrangers('kill -KILL $$')),
      end: { name: 'SandboxError' },
    },
  ])('ours, of an office that $what', { short: 2 }, async ({ path, options, end }) => {
    office = new Office({ sandbox, sofficePath: path(), ...options });
    await expect(office.convert(hello)).rejects.toMatchObject(end);
  });

  test.each([
    { what: 'crashes at it', code: 'kill -SEGV $$', kind: 'crashed' },
    {
      what: 'cannot open it',
      code: 'echo "Error: source file could not be loaded" >&2 && exit',
      kind: 'refused',
    },
    { what: 'has too much to do', code: 'while :; do :; done', kind: 'timeout' },
  ])(
    'the document’s, of an office that converts ours and $what',
    { tags: 'slow' },
    async ({ code, kind }) => {
      const cpuSeconds = { start: 15, document: 3 };
      office = new Office({ sandbox, sofficePath: fakeOffice(forStrangers(code)), cpuSeconds });
      expect(await office.convert(hello)).toEqual({ kind });
    },
  );

  test('an office that starts slowly still converts', { tags: 'slow' }, async () => {
    office = new Office({ sandbox, sofficePath: fakeOffice(`sleep 3\n${REAL}`) });
    expect((await office.convert(hello)).kind).toBe('pdf');
  });

  test(
    'an office that breaks later is ours as well, and works again once it is repaired',
    { tags: 'slow' },
    async () => {
      const path = fakeOffice(REAL);
      office = new Office({ sandbox, sofficePath: path });
      expect((await office.convert(hello)).kind).toBe('pdf');
      writeFileSync(path, '#!/bin/sh\nexit 1\n');
      await expect(office.convert(hello)).rejects.toMatchObject({ message: 'office-broken' });
      writeFileSync(path, `#!/bin/sh\n${REAL}\n`);
      expect((await office.convert(hello)).kind).toBe('pdf');
    },
  );
});

describe('a failed office is ended with all that it started', () => {
  const faults = [
    {
      what: 'hangs and does not listen',
      code: 'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)',
    },
    {
      what: 'forks',
      // At most a few hundred: programs in other sandboxes share the limit on processes.
      code: 'import os, time\nfor _ in range(300):\n  if os.fork() == 0: time.sleep(600)\ntime.sleep(600)',
    },
    {
      what: 'leaves its group',
      code: 'import os, time\nif os.fork() == 0:\n  os.setsid()\n  time.sleep(600)\ntime.sleep(600)',
    },
    {
      what: 'takes all memory',
      code: 'import time\nheld = []\nwhile True:\n  try: held.append(bytearray(1 << 27))\n  except MemoryError: time.sleep(600)',
    },
    {
      what: 'writes without end',
      code: 'import sys\nwhile True:\n  with open("heap", "ab") as heap:\n    for _ in range(64): heap.write(bytes(1 << 20))\n  sys.stdout.write("x" * 65536)',
    },
  ];
  testEach(faults)('one that $what', { short: 0, long: 3 }, async ({ code }) => {
    const path = fakeOffice(code, '/usr/bin/python3');
    office = new Office({ sandbox, sofficePath: path, deadlineMs: 2000 });
    await expect(office.convert(hello)).rejects.toThrow();
    // A busy machine needs a moment to end all processes of a killed namespace.
    await expect
      .poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }), { timeout: 5000 })
      .not.toContain(path);
    await expect.poll(workFolders, { timeout: 5000 }).toEqual([]);
  });
});

test(
  'LibreOffice tests its own drawing once, for the profile, and never for a document',
  { tags: 'slow' },
  async () => {
    const areTests: boolean[] = [];
    const watched: Sandbox = {
      ...sandbox,
      async run(command, options) {
        const ended = await sandbox.run(command, options);
        if (command.includes('--convert-to'))
          areTests.push(existsSync(join(options.folder, 'profile/user/GraphicsRenderTests.log')));
        return ended;
      },
    };
    office = new Office({ sandbox: watched, sofficePath });
    for (const file of [hello, hello]) expect((await office.convert(file)).kind).toBe('pdf');
    expect(areTests).toEqual([true, false, false]);
  },
);

test('Word documents converted at once each get their own text', { tags: 'long' }, async () => {
  office = new Office({ sandbox, sofficePath });
  const words = Array.from({ length: 12 }, (_, index) => `word${index}`);
  const results = await Promise.all(words.map((word) => office.convert(makeDocx({ body: paragraph(word) }))));
  expect(results.map((result) => (result.kind === 'pdf' ? textOf(result.pdf).trim() : result.kind))).toEqual(
    words,
  );
});

test(
  'a document that was not cleaned still reaches neither network nor files',
  { tags: 'slow' },
  async () => {
    let numCalls = 0;
    const listener = createServer((socket) => {
      numCalls += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x.png`;
    const secret = join(tmpdir(), `office-canary-${process.pid}.txt`);
    writeFileSync(secret, 'CANARY', { mode: 0o644 });
    try {
      office = new Office({ sandbox, sofficePath });
      const result = await office.convert(
        makeDocx({
          body: [
            paragraph('Visible'),
            picture('r:link="rId1"'),
            field(`INCLUDETEXT "${secret}"`),
            field('INCLUDETEXT "/etc/passwd"'),
          ].join(''),
          relationships: [
            relationship('rId1', 'image', url, true),
            relationship('rId2', 'attachedTemplate', url, true),
          ].join(''),
        }),
      );
      const text = result.kind === 'pdf' ? textOf(result.pdf) : result.kind;
      expect(text).toContain('Visible');
      expect(text).not.toMatch(/CANARY|root:/);
      expect(numCalls).toBe(0);
    } finally {
      listener.close();
      rmSync(secret);
    }
  },
);
