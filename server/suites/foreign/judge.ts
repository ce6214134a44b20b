import type { Converter } from '#server/adapters/converter/converter.ts';
import { sniff } from '#server/adapters/converter/sniff.ts';
import { outlineOf, pdfOfWord, pictureOf, seenIn, type Seen } from './bare.ts';

export interface Verdict {
  readonly verdict: 'kept' | 'refused' | 'changed';
  /** Why it was refused, or what differs from the result of the bare tools. */
  readonly why: string;
}

/**
 * From this difference on, of 255 gray levels, a pixel counts as different. Fonts that are drawn anew differ a little.
 */
const PIXEL_DIFFERENCE = 64;
const MAX_PART_OF_PIXELS = 0.002;
/** How much a picture may differ on average, of 255 gray levels, because its pixels are reduced in two ways. */
const MAX_PICTURE_DIFFERENCE = 16;

/** Sends a file through the converter, and compares the result with that of the bare tools. */
export async function judge(file: Buffer, converter: Converter): Promise<Verdict> {
  const outcome = await converter.convert(file);
  if (outcome.status === 'FAILED')
    return { verdict: 'refused', why: `${outcome.reason}: ${outcome.message}` };
  const { kind } = sniff(file);
  const differences =
    kind === 'png' || kind === 'jpeg'
      ? await pictureDifferences(file, outcome.pdf)
      : pdfDifferences(() => seenIn(kind === 'docx' ? pdfOfWord(file) : file), seenIn(outcome.pdf));
  return differences.length === 0
    ? { verdict: 'kept', why: '' }
    : { verdict: 'changed', why: differences.join(', ') };
}

async function pictureDifferences(file: Buffer, pdf: Buffer): Promise<string[]> {
  const [before, after] = await Promise.all([outlineOf(file), outlineOf(pictureOf(pdf))]);
  const sum = before.reduce((total, level, index) => total + Math.abs(level - (after[index] ?? 0)), 0);
  const difference = Math.round(sum / before.length);
  return difference > MAX_PICTURE_DIFFERENCE ? [`the picture looks different (${difference} of 255)`] : [];
}

function pdfDifferences(look: () => Seen, after: Seen): string[] {
  let before: Seen;
  try {
    before = look();
  } catch {
    return ['the bare tools cannot read it'];
  }
  if (before.pages !== after.pages) return [`${before.pages} pages became ${after.pages}`];
  const lost = missing(before.words, after.words);
  const added = missing(after.words, before.words);
  const part = changedPart(before.pixels, after.pixels);
  return [
    ...(lost > 0 ? [`${lost} of ${before.words.length} words are gone`] : []),
    ...(added > 0 ? [`${added} words were added`] : []),
    ...(part > MAX_PART_OF_PIXELS ? [`${(100 * part).toFixed(1)} % of the pixels differ`] : []),
  ];
}

/** Returns how many words of the first list are not in the second. */
function missing(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  }).length;
}

function changedPart(before: Buffer, after: Buffer): number {
  if (before.length !== after.length) return 1;
  let changed = 0;
  for (const [index, level] of before.entries())
    if (Math.abs(level - (after[index] ?? 0)) > PIXEL_DIFFERENCE) changed += 1;
  return changed / before.length;
}
