import type { Converter } from './converter.ts';

/**
 * Makes one converter of several. A file goes to one that is idle, so a file that hangs does not delay the others. The
 * first converter is preferred, because its LibreOffice is running already.
 *
 * @param makeOne makes a converter, which starts nothing before its first file
 */
export function poolConverters(numConverters: number, makeOne: () => Converter): Converter {
  const first = makeOne();
  const members = [first, ...Array.from({ length: numConverters - 1 }, makeOne)].map((converter) => ({
    converter,
    numBusy: 0,
  }));

  return {
    ...first,
    async convert(file, signal) {
      const least = Math.min(...members.map(({ numBusy }) => numBusy));
      const member = members.find(({ numBusy }) => numBusy === least);
      if (member === undefined) return first.convert(file, signal);
      member.numBusy += 1;
      try {
        return await member.converter.convert(file, signal);
      } finally {
        member.numBusy -= 1;
      }
    },
    async close() {
      await Promise.all(members.map(({ converter }) => converter.close()));
    },
  };
}
