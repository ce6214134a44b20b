/** Lengths, in characters: of the text before an insertion, its replaced part, the insertion, and the limit. */
interface Insertion {
  readonly length: number;
  readonly replaced: number;
  readonly inserted: number;
  readonly maxLength: number;
}

/** How many characters of an insertion the limit cuts off; 0 when all of it fits. */
export function charsCut({ length, replaced, inserted, maxLength }: Insertion): number {
  return Math.min(inserted, Math.max(0, length - replaced + inserted - maxLength));
}

/** The notice when a limit cuts a paste or a drop, or stops a typed letter; '' if nothing is cut. */
export function cutNotice(cut: number, inserted: number, maxLength: number): string {
  if (cut === 0) return '';
  const limit = maxLength.toLocaleString('en-US');
  if (inserted === 1) return `This field holds ${limit} characters and is full.`;
  const over = cut === 1 ? '1 character' : `${cut.toLocaleString('en-US')} characters`;
  return `Your text was ${over} too long. The end was left out.`;
}
