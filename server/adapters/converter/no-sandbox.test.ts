import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';

// LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Converts a file of each kind and prints the results, and what the operator is told. */
const script = (sandbox: 'on' | 'off') => `
  import { PDFDocument } from '@cantoo/pdf-lib';
  import { makeConverter } from '${join(import.meta.dirname, 'converter.ts')}';
  import { makeDocx, makePicture, paragraph } from '${join(import.meta.dirname, '../../testing/files/corpus.ts')}';
  const converter = makeConverter({ sofficePath: '/usr/bin/soffice', sandbox: '${sandbox}' });
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText('Hello');
  const files = {
    docx: makeDocx({ body: paragraph('Hello') }),
    pdf: Buffer.from(await pdf.save()),
    png: await makePicture({ type: 'png' }),
    jpeg: await makePicture({ type: 'jpeg' }),
    other: Buffer.from('<html>'),
  };
  const outcomes = {};
  for (const [kind, file] of Object.entries(files)) {
    const outcome = await converter.convert(file).catch((error) => error);
    outcomes[kind] = outcome.reason ?? outcome.message ?? outcome.status;
  }
  const parts = await converter.systemParts();
  const missing = parts.filter(({ isPresent }) => !isPresent);
  console.log(JSON.stringify({ outcomes, canMerge: await converter.canMerge(), missing }));
  await converter.close();
`;

/** Runs the script on a machine like ours, except that it gives nobody a user namespace. */
async function withoutNamespaces(sandbox: 'on' | 'off') {
  const machine = ['--dev-bind', '/', '/', '--unshare-user', '--uid', '1000', '--disable-userns'];
  const node = [process.execPath, '--eval', script(sandbox)];
  const { stdout } = await promisify(execFile)('bwrap', [...machine, '--', ...node], {
    cwd: import.meta.dirname,
    env: { PATH: '/usr/bin:/bin' },
  });
  return JSON.parse(stdout);
}

test(
  'without user namespaces no file of a stranger is opened, and the operator is told',
  { tags: 'slow' },
  async () => {
    const none = 'no-sandbox';
    expect(await withoutNamespaces('on')).toEqual({
      outcomes: { docx: none, pdf: none, png: none, jpeg: none, other: 'other-kind' },
      canMerge: false,
      missing: [
        {
          name: 'bubblewrap',
          isPresent: false,
          consequence: expect.stringMatching(/^all documents are refused.*CONVERTER_SANDBOX=off/),
        },
      ],
    });
  },
);

test('CONVERTER_SANDBOX=off converts all kinds there', { tags: 'slow' }, async () => {
  const done = 'COMPLETED';
  expect(await withoutNamespaces('off')).toEqual({
    outcomes: { docx: done, pdf: done, png: done, jpeg: done, other: 'other-kind' },
    canMerge: true,
    missing: [],
  });
});
