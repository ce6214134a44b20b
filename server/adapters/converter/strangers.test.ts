import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { makeConverter } from './converter.ts';
import { hostileWords, honestWord } from '#server/testing/files/hostile-words.ts';
import { Office } from './office.ts';
import { looksOf, textOf, type Looks } from '#server/testing/files/probe.ts';
import { makeSandbox } from './sandbox.ts';

// LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const options = { sofficePath: '/usr/bin/soffice', sandbox: 'on' } as const;
const withFont = () => hostileWords['a font that calls itself Calibri']?.() ?? Buffer.of();

describe('one applicant’s Word document changes nothing for the next', () => {
  const converter = makeConverter(options);
  const fresh = makeConverter(options);
  let alone: Looks | string;
  beforeAll(async () => {
    alone = await converted(honestWord(), fresh);
    expect(alone).toMatchObject({ fonts: expect.stringContaining('Carlito') });
  });
  afterAll(() => Promise.all([converter.close(), fresh.close()]));

  async function converted(file: Buffer, by = converter): Promise<Looks | string> {
    const outcome = await by.convert(file);
    return outcome.status === 'FAILED' ? outcome.reason : looksOf(outcome.pdf);
  }

  test('not even a font that calls itself Calibri', async () => {
    await converted(withFont());
    expect(await converted(honestWord())).toEqual(alone);
  });

  test('a document is not drawn with its own fonts either', async () => {
    const outcome = await converter.convert(withFont());
    if (outcome.status === 'FAILED') throw new Error(outcome.reason);
    expect(textOf(outcome.pdf)).toContain('GPA 2.4');
    expect(looksOf(outcome.pdf).fonts).not.toContain('Calibri');
  });
});

describe('LibreOffice itself carries nothing over, whatever our cleaning may have missed', () => {
  const office = new Office({
    sofficePath: options.sofficePath,
    sandbox: makeSandbox({ isIsolated: true }),
    cpuSeconds: { start: 15, document: 4 },
  });
  let alone: Looks | string | undefined;
  afterAll(() => office.close());

  async function converted(file: Buffer): Promise<Looks | string> {
    const result = await office.convert(file);
    return result.kind === 'pdf' ? looksOf(result.pdf) : result.kind;
  }

  testEach(Object.entries(hostileWords))('after one with %s', { short: 0, long: 4 }, async (_, hostile) => {
    alone ??= await converted(honestWord());
    await converted(hostile());
    expect(await converted(honestWord())).toEqual(alone);
  });
});
