import { makeConverter, type Converter } from '#server/adapters/converter/converter.ts';
import { hostileWords, honestWord } from '#server/testing/files/hostile-words.ts';
import { looksOf } from '#server/testing/files/probe.ts';
import type { Dice } from '#testing/dice.ts';
import type { Report } from '../report.ts';
import { damaged } from './hostile-files.ts';

interface Options {
  /** How many hostile Word documents are converted, each followed by a stranger's. */
  readonly pairs: number;
  readonly dice: Dice;
}

/** Converts hostile Word documents, whole and damaged, and after each one a stranger's, which looks as if it were alone. */
export async function judgeStrangers({ pairs, dice }: Options): Promise<Omit<Report, 'skipped'>> {
  const violations: string[] = [];
  const options = { sofficePath: '/usr/bin/soffice', sandbox: 'on' } as const;
  const [shared, fresh] = [makeConverter(options), makeConverter(options)];
  try {
    const alone = await looks(fresh);
    for (let pair = 0; pair < pairs; pair += 1) {
      const kind = dice.oneOf(Object.keys(hostileWords));
      const file = hostileWords[kind]?.() ?? Buffer.alloc(0);
      await shared.convert(dice.chance(0.3) ? damaged(file, dice) : file);
      if ((await looks(shared)) !== alone) violations.push(`Pair ${pair}: a document changed after ${kind}.`);
    }
  } finally {
    await Promise.all([shared.close(), fresh.close()]);
  }
  return { figures: { 'pairs of Word documents': pairs }, violations };
}

async function looks(converter: Converter): Promise<string> {
  const outcome = await converter.convert(honestWord());
  return outcome.status === 'FAILED' ? outcome.reason : JSON.stringify(looksOf(outcome.pdf));
}
