import type { ApplicationDocument } from '#contract/application-document.ts';
import { questionFor } from '#form/form.ts';

/**
 * Returns the heading of each attached document: the label of its question in the application. If several have the same
 * label, the group of the question follows, such as "Unofficial transcript, College 2".
 *
 * @param keys of the questions
 */
export function attachedHeadings({ pages }: ApplicationDocument, keys: readonly string[]): string[] {
  const blocks = pages.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  const found = keys.map((key) => {
    const block = blocks.find(({ lines }) => lines.some((line) => line.key === key));
    const label = block?.lines.find((line) => line.key === key)?.label ?? questionFor(key)?.label ?? key;
    return { label, group: block?.title ?? '' };
  });
  return found.map(({ label, group }) => {
    const isShared = found.filter((other) => other.label === label).length > 1;
    return isShared && group !== '' ? `${label}, ${group}` : label;
  });
}
