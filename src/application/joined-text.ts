import { questionFor } from '#form/form.ts';

/**
 * Returns what becomes of a stored answer when a reload has put the focus back into its field, and something was
 * entered there while the field still looked blank: it continues a text. A choice made now replaces the stored one, and
 * so does a number or a date that is not shorter.
 */
export function joinedText(key: string, stored: string, entered: string): string {
  const { kind, rule } = questionFor(key) ?? {};
  if (kind === 'select' || kind === 'radio' || kind === 'checkbox' || entered.startsWith(stored))
    return entered;
  if (stored.startsWith(entered)) return stored;
  if (rule === undefined) return stored + entered;
  return entered.length < stored.length ? stored : entered;
}
