import { afterAll, expect, vi } from 'vitest';
import { makeConverter, type Converter } from '#server/adapters/converter/converter.ts';
import { isSound } from './probe.ts';

/** A converter for one test file, and functions that run it. */
export function useConverter() {
  // LibreOffice takes a second to start, and longer on a busy machine.
  vi.setConfig({ testTimeout: 60_000 });
  const converter: Converter = makeConverter({ sofficePath: '/usr/bin/soffice', sandbox: 'on' });
  afterAll(() => converter.close());

  return {
    converter,

    async pdfOf(file: Buffer): Promise<Buffer> {
      const outcome = await converter.convert(file);
      if (outcome.status !== 'COMPLETED') throw new Error(outcome.message);
      expect(isSound(outcome.pdf)).toBe(true);
      return outcome.pdf;
    },

    async refusalOf(file: Buffer): Promise<string> {
      const outcome = await converter.convert(file);
      return outcome.status === 'FAILED' ? outcome.message : 'accepted';
    },
  };
}
