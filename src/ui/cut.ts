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

/** What an input method has composed, and what stands in the field after that. */
interface Composed {
  readonly text: string;
  readonly value: string;
  readonly maxLength: number;
}

/** How many characters of a composed text stand beyond the limit, or are missing because a browser has cut them. */
export function composedCharsCut({ text, value, maxLength }: Composed): number {
  if (value.length < maxLength) return 0;
  if (value.length > maxLength) return Math.min(text.length, value.length - maxLength);
  let kept = text.length;
  while (!value.includes(text.slice(0, kept))) kept -= 1;
  return text.length - kept;
}

/** The notice when a limit cuts a paste, a drop or a composed text, or stops a typed letter; '' if nothing is cut. */
export function cutNotice(cut: number, inserted: number, maxLength: number): string {
  if (cut === 0) return '';
  const limit = maxLength.toLocaleString('en-US');
  if (inserted === 1) return `This field holds ${limit} characters and is full.`;
  const over = cut === 1 ? '1 character' : `${cut.toLocaleString('en-US')} characters`;
  return `Your text was ${over} too long. The end was left out.`;
}
