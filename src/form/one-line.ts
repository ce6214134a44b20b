import type { Answers } from './condition.ts';
import type { OneLine } from './page.ts';

/**
 * The line that stands for the answers: "800 Linden Street, Scranton, PA 18510".
 *
 * @returns '' while an answer of the line is missing
 */
export function lineOf({ line }: OneLine, answers: Answers): string {
  const parts = line.map((keys) => keys.map((key) => answers[key]?.trim() ?? ''));
  return parts.flat().includes('') ? '' : parts.map((texts) => texts.join(' ')).join(', ');
}
