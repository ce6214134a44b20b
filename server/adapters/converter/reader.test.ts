import { afterEach, expect, test, vi } from 'vitest';
import { makeDocx, paragraph } from '#server/testing/files/corpus.ts';
import { cleanDocx } from './docx.ts';
import { cleanStructure } from './pdf-structure.ts';
import { makeReader, type Reader, type ReaderOptions } from './reader.ts';

let reader: Reader;
afterEach(() => reader.close());

/** Returns a reader whose thread runs this code to answer. */
function withThread(answer: string, options: ReaderOptions = {}): Reader {
  const code = `import { parentPort } from 'node:worker_threads';
    let asked = 0;
    parentPort.on('message', ({ bytes }) => { asked += 1; parentPort.postMessage((() => { ${answer} })()); });`;
  return makeReader({ ...options, thread: new URL(`data:text/javascript,${encodeURIComponent(code)}`) });
}

const bytes = (text: string) => Buffer.from(text);

test('a reading thread returns the same as the code that it runs', async () => {
  reader = makeReader();
  const docx = makeDocx({ body: paragraph('Hello') });
  const expected = await cleanDocx(docx);
  expect(await reader.read('kind', docx)).toEqual({ kind: 'docx' });
  expect(await reader.read('docx', docx)).toEqual(
    expected.isClean ? { isClean: true, docx: new Uint8Array(expected.docx) } : 'clean',
  );
  expect(await reader.read('docx', bytes('PK'))).toMatchObject({ isClean: false });
  expect(await reader.read('structure', bytes('{"qpdf":[{},{}]}'))).toEqual(
    cleanStructure({ qpdf: [{}, {}] }),
  );
  expect(await reader.read('structure', bytes('{'))).toBeUndefined();
});

test('a reading thread has no environment, so `node --watch` of `npm run dev` adds nothing to its answers', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  reader = withThread('return Object.keys(process.env)');
  expect(await reader.read('kind', bytes('a'))).toEqual([]);
});

test('the reader keeps its thread for the next job, and has one for each at once', async () => {
  reader = withThread('return asked');
  expect(await reader.read('kind', bytes('a'))).toBe(1);
  expect(await Promise.all([reader.read('kind', bytes('b')), reader.read('kind', bytes('c'))])).toEqual([
    2, 1,
  ]);
});

test(
  'bytes on which our code does not end fail only their own job, and delay nobody',
  { tags: 'slow' },
  async () => {
    reader = withThread('if (bytes[0] === 33) for (;;); return asked', { cpuMs: 500 });
    expect(await reader.read('kind', bytes('a'))).toBe(1);
    const hanging = reader.read('kind', bytes('!'));
    expect(await reader.read('kind', bytes('b'))).toBe(1);
    expect(await hanging).toBeUndefined();
    expect(await reader.read('kind', bytes('c'))).toBe(2);
  },
);

test('a reading thread stops at once when the job is aborted', async () => {
  reader = withThread('for (;;);');
  const abort = new AbortController();
  const reading = reader.read('kind', bytes('a'), abort.signal);
  abort.abort();
  await expect(reading).rejects.toThrow('abort');
});

test('a thread that waits is not the fault of its bytes, however long it takes', async () => {
  const waiting = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)';
  reader = withThread(`${waiting}; return asked`, { cpuMs: 300 });
  expect(await reader.read('kind', bytes('a'))).toBe(1);
  await reader.close();
  reader = withThread(`${waiting}; return asked`, { cpuMs: 300, deadlineMs: 100 });
  await expect(reader.read('kind', bytes('a'))).rejects.toThrow('abort');
});

test('only a thread that takes all memory is ended', async () => {
  reader = withThread('const held = []; for (;;) held.push({ held: [...held] })', { memoryMb: 32 });
  expect(await reader.read('kind', bytes('a'))).toBeUndefined();
});

test('what goes wrong while reading is thrown, and the next job has a new thread', async () => {
  reader = withThread("if (bytes[0] === 33) throw new TypeError('a mistake'); return asked");
  await expect(reader.read('kind', bytes('!'))).rejects.toThrow('a mistake');
  expect(await reader.read('kind', bytes('a'))).toBe(1);
});
