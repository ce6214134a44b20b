import { expect, test } from 'vitest';
import { makeConverter } from '#server/adapters/converter/converter.ts';
import { judge } from './judge.ts';
import { makeSamples } from './samples.ts';

test('each sample is kept as the bare tools show it, or refused for a reason', { tags: 'slow' }, async () => {
  const converter = makeConverter({ sofficePath: '/usr/bin/soffice', sandbox: 'on' });
  try {
    const verdicts: Record<string, string> = {};
    for (const [name, file] of await makeSamples()) {
      const { verdict, why } = await judge(file, converter);
      verdicts[name] = verdict === 'refused' ? why.split(':', 1).join() : `${verdict} ${why}`.trim();
    }
    expect(verdicts).toEqual({
      'pages.pdf': 'kept',
      'linearized.pdf': 'kept',
      'footer-behind-end.pdf': 'kept',
      'stray-bracket.pdf': 'kept',
      'hidden-layer.pdf': 'kept',
      'portfolio.pdf': 'pdf-attachments',
      'blank.pdf': 'looks-empty',
      'cut-off.pdf': 'pdf-cut-off',
      'turned.jpg': 'kept',
      'no-end.jpg': 'kept',
      'cut-off.jpg': 'picture-damaged',
      'turned.png': 'kept',
      'palette.png': 'kept',
      'letter.docx': 'kept',
    });
  } finally {
    await converter.close();
  }
});

test('a file that the converter changes is reported', async () => {
  const samples = await makeSamples();
  const other = samples.get('stray-bracket.pdf') ?? Buffer.alloc(0);
  const wrong = {
    convert: () => Promise.resolve({ status: 'COMPLETED', pdf: other, pages: 1 } as const),
  } as unknown as Parameters<typeof judge>[1];
  const whyOf = async (name: string) => (await judge(samples.get(name) ?? Buffer.alloc(0), wrong)).why;
  expect(await whyOf('pages.pdf')).toBe('3 pages became 1');
  expect(await whyOf('hidden-layer.pdf')).toBe('');
  expect(await whyOf('portfolio.pdf')).toMatch(/^4 of 5 words are gone/);
  expect(await whyOf('turned.png')).toMatch(/picture looks different/);
});
