/** An insertion into a text of limited length: what is there, what of it is replaced, what comes in. */
export interface Insertion {
  readonly length: number;
  readonly replaced: number;
  readonly inserted: number;
  readonly maxLength: number;
}

/** How many characters of an insertion the limit cuts off; 0 when all of it fits. */
export function charsCut({ length, replaced, inserted, maxLength }: Insertion): number {
  return Math.min(inserted, Math.max(0, length - replaced + inserted - maxLength));
}

/** What is said when a limit cut a paste (or another insertion at once) or stopped a typed letter. */
export function cutNotice(cut: number, inserted: number, maxLength: number): string {
  if (cut === 0) return '';
  const limit = maxLength.toLocaleString('en-US');
  if (inserted === 1) return `There is room for ${limit} characters here, and all of it is used.`;
  const over = cut === 1 ? '1 character' : `${cut.toLocaleString('en-US')} characters`;
  return `Your text was ${over} longer than fits; its end was left out.`;
}
