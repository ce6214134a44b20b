import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { variants } from '#testing/extent.node.ts';
import { field, makeDocx, paragraph, picture, relationship } from './corpus.ts';
import { Office } from './office.ts';
import { textOf } from './probe.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const sandbox = makeSandbox({ isIsolated: true });
const sofficePath = '/usr/bin/soffice';
const hello = makeDocx({ body: paragraph('Hello') });
let office: Office;

// LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

afterEach(() => office.close());

/** Returns the sandbox with another program in place of LibreOffice. */
function withFakeOffice(code: string): Sandbox {
  return {
    ...sandbox,
    start(command, options) {
      writeFileSync(join(options.folder, 'office'), `#!/usr/bin/python3\n${code}\n`, { mode: 0o755 });
      return sandbox.start(command, options);
    },
  };
}

function processesBelow(): string {
  const all = execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' }).split('\n');
  return all
    .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('worker.py'))
    .join('\n');
}

function workFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`admissions-work-${process.pid}-`));
}

test('gives up at the deadline, leaves nothing behind, and goes on with a fresh instance', async () => {
  office = new Office({ sandbox, sofficePath, convertDeadlineMs: 1 });
  expect(await office.convert(hello)).toEqual({ kind: 'timeout' });
  expect(processesBelow()).toBe('');
  expect(workFolders()).toEqual([]);

  await office.close();
  office = new Office({ sandbox, sofficePath });
  expect((await office.convert(hello)).kind).toBe('pdf');
});

test('the conversion of a Word document stops at once when the job is called off @long', async () => {
  office = new Office({ sandbox, sofficePath });
  const abort = new AbortController();
  const result = office.convert(hello, abort.signal);
  abort.abort();
  expect(await result).toMatchObject({ kind: expect.stringMatching(/timeout|crashed/) });
  expect(processesBelow()).toBe('');
});

/** Returns the process id of LibreOffice itself, below the sandbox and worker that we started. */
function officeProcess(): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  const isOurs = (pid: string | undefined): boolean => {
    const parent = rows.find(([id]) => id === pid)?.[1];
    return parent === String(process.pid) || (parent !== undefined && isOurs(parent));
  };
  return Number(rows.find(([pid, , name]) => name === 'soffice.bin' && isOurs(pid))?.[0]);
}

test('an office that died between two documents is not the fault of the second', async () => {
  office = new Office({ sandbox, sofficePath });
  expect((await office.convert(hello)).kind).toBe('pdf');
  process.kill(officeProcess(), 'SIGKILL');
  expect((await office.convert(hello)).kind).toBe('pdf');
});

describe('an office that has gone wrong is ended with all that it started', () => {
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
    { what: 'ends at once', code: 'raise SystemExit(1)' },
  ];
  test.each(variants(faults, { short: 3 }))('one that $what', async ({ code }) => {
    office = new Office({
      sandbox: withFakeOffice(code),
      sofficePath: '/conversion/office',
      startDeadlineMs: 2000,
    });
    expect(await office.convert(hello)).toEqual({ kind: 'crashed' });
    expect(processesBelow()).toBe('');
    // A busy machine needs a moment to end all processes of a killed namespace.
    await expect
      .poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }), { timeout: 5000 })
      .not.toContain('/conversion/office');
    expect(workFolders()).toEqual([]);
  });
});

test('Word documents converted at once each get their own text @long', async () => {
  office = new Office({ sandbox, sofficePath, documentsPerInstance: 10 });
  const words = Array.from({ length: 24 }, (_, index) => `word${index}`);
  const results = await Promise.all(words.map((word) => office.convert(makeDocx({ body: paragraph(word) }))));
  expect(results.map((result) => (result.kind === 'pdf' ? textOf(result.pdf).trim() : result.kind))).toEqual(
    words,
  );
});

test('a document that was not cleaned still reaches neither network nor files', async () => {
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
});
