import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeConverter } from '#server/adapters/converter/converter.ts';
import { makePrinter } from '#server/adapters/printer/printer.ts';
import { systemReadiness } from '#server/adapters/system-parts.ts';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import {
  lastRun,
  run,
  startQueuedDocuments,
  type QueuedDocuments,
} from '#server/testing/queued-documents.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { convertDocumentHandler, startConversions } from './convert-document.ts';

const MACROS = { name: 'word/vbaProject.bin', content: Buffer.from('CANARY') };

let context: QueuedDocuments['context'];
let uploaded: QueuedDocuments['uploaded'];
let stateOf: QueuedDocuments['stateOf'];
let withBroken: QueuedDocuments['withBroken'];
beforeEach(async () => {
  ({ context, uploaded, stateOf, withBroken } = await startQueuedDocuments());
});

test('our own faults are tried again, and after the last attempt the applicant is told', async () => {
  const generation = await uploaded(await makePicture({ type: 'png' }));
  const convert = convertDocumentHandler(withBroken('converter'));
  await expect(convert({ generation }, run)).rejects.toThrow('broken');
  expect((await stateOf()).status).toBe('IN_PROGRESS');
  await expect(convert({ generation }, lastRun)).rejects.toThrow('broken');
  expect(await stateOf()).toEqual({
    status: 'FAILED',
    message: expect.stringContaining('through no fault of yours'),
  });
});

describe('whose fault it is when a Word document is not converted', () => {
  const word = makeDocx({ body: paragraph('Hello') });
  const REAL = 'exec /usr/bin/soffice "$@"';

  function withOffice(code: string) {
    const folder = mkdtempSync(join(tmpdir(), 'office-fake-'));
    chmodSync(folder, 0o755);
    const sofficePath = join(folder, 'soffice');
    writeFileSync(sofficePath, `#!/bin/sh\n${code}\n`, { mode: 0o755 });
    const converter = makeConverter({ sofficePath, sandbox: 'on' });
    onTestFinished(async () => {
      await converter.close();
      rmSync(folder, { recursive: true });
    });
    return { ...context, converter };
  }

  test('ours, if LibreOffice ends at once: tried again, then reported', { tags: 'slow' }, async () => {
    const generation = await uploaded(word);
    const convert = convertDocumentHandler(withOffice('exit 1'));
    await expect(convert({ generation }, run)).rejects.toThrow();
    expect((await stateOf()).status).toBe('IN_PROGRESS');
    await expect(convert({ generation }, lastRun)).rejects.toThrow();
    expect(await stateOf()).toEqual({
      status: 'FAILED',
      message: expect.stringMatching(/converted here at the moment. This is not your fault/),
    });
  });

  test('nobody’s, if LibreOffice takes 35 seconds to start', { tags: 'long' }, async () => {
    await uploaded(word);
    await startConversions(withOffice(`sleep 35\n${REAL}`));
    await vi.waitFor(async () => expect((await stateOf()).status).toBe('COMPLETED'), 280_000);
  });

  test(
    'the document’s, if LibreOffice works and cannot open it: said at once',
    { tags: 'slow' },
    async () => {
      const generation = await uploaded(makeDocx({ body: '<w:p><w:r>' }));
      await convertDocumentHandler(withOffice(REAL))({ generation }, run);
      expect(await stateOf()).toEqual({
        status: 'FAILED',
        message: expect.stringMatching(/cannot be opened/),
      });
    },
  );
});

test('the log has the reason of a refusal, and nothing of the file', { tags: 'slow' }, async () => {
  for (const { reason, makeFile, ...how } of [
    { reason: 'other-kind', makeFile: async () => Buffer.from('<html>CANARY</html>') },
    { reason: 'word-macros', makeFile: async () => makeDocx({ body: '', more: [MACROS] }) },
    { reason: 'pdf-cut-off', makeFile: async () => Buffer.from('%PDF-1.7 CANARY') },
    { reason: 'picture-damaged', makeFile: async () => (await makePicture({ type: 'png' })).subarray(0, 40) },
    { reason: 'lost', makeFile: () => makePicture({ type: 'png' }), isLost: true },
  ]) {
    const lines: unknown[] = [];
    const log = { ...silentLog, info: (...line: readonly unknown[]) => void lines.push(line) };
    const generation = await uploaded(await makeFile());
    const storage = { ...context.storage, ...('isLost' in how && { read: async () => undefined }) };
    await convertDocumentHandler({ ...context, storage, log })({ generation }, run);
    expect(lines).toEqual([[{ reason }, 'A document was refused.']]);
  }
});

test(
  'if LibreOffice is missing, only Word documents fail, with a sentence for everybody',
  { tags: 'slow' },
  async () => {
    const converter = makeConverter({ sofficePath: '/nowhere/soffice', sandbox: 'on' });
    const printer = makePrinter({ chromiumPath: '/nowhere/chromium', creator: 'x', sandbox: 'on' });
    onTestFinished(() => converter.close());
    await expect(converter.convert(makeDocx({ body: paragraph('x') }))).rejects.toMatchObject({
      message: 'program-missing',
      sentence: expect.stringMatching(/cannot be converted here .* not your fault.* save yours as a PDF/),
    });
    expect((await converter.convert(await makePicture({ type: 'png' }))).status).toBe('COMPLETED');
    const readiness = systemReadiness({ converter, printer });
    const states = await Promise.all(
      Object.entries(readiness).map(async ([name, state]) => [name, await state()]),
    );
    expect(Object.fromEntries(states)).toEqual({
      libreoffice: 'missing',
      bubblewrap: 'ok',
      qpdf: 'ok',
      poppler: 'ok',
      chromium: 'missing',
    });
  },
);
