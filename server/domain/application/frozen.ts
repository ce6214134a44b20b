import * as z from 'zod/mini';
import type { ApplicationDocument, DocumentLine } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { readAnswers } from '#form/read-answer.ts';
import { withLabels } from '#form/labels.ts';
import { maskedSsn } from '#form/masked-ssn.ts';
import { documentOf } from '#service-view/document-of.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { isSealedKey, openAnswers, sealValue } from './answer-values.ts';
import { RELEASE } from '#server/domain/ground/release.ts';

/** An application as it was submitted, as the database keeps it: sealed values stay sealed. */
export interface Frozen extends ServiceView {
  /** What the applicant certified, in the words of that day. Missing in submissions that kept no words. */
  readonly document?: ApplicationDocument;
  readonly release?: string;
}

/** A copy as far as its answers matter. Only they are sealed. */
export const frozenCopy = z.looseObject({ answer: z.record(z.string(), z.string()) });

/**
 * Makes the copy that a submission keeps: the answers with the words of the chosen options, and the document with the
 * labels of the questions and the text of the agreement. The answers are as they were sent; the document has them
 * tidied. A later release may word or order all of it differently.
 *
 * @param today `YYYY-MM-DD`, for lists of years
 */
export function frozenOf(secrets: Secrets, accountId: string, view: ServiceView, today: string): Frozen {
  const answer = withLabels(view.answer, () => today);
  const sealed = Object.entries(answer).map(([key, value]) => [
    key,
    sealValue(secrets, accountId, key, value),
  ]);
  return {
    ...view,
    answer: Object.fromEntries(sealed),
    document: withTextOfSealed(documentOf({ ...view, answer: readAnswers(answer) }, today), () => ''),
    release: RELEASE,
  };
}

/** Opens a frozen copy. Its document shows the last digits of a Social Security number again. */
export function openFrozen(secrets: Secrets, accountId: string, frozen: Frozen): Frozen {
  const answer = openAnswers(secrets, accountId, Object.entries(frozen.answer));
  const { document } = frozen;
  return {
    ...frozen,
    answer,
    ...(document && { document: withTextOfSealed(document, ({ key }) => maskedSsn(answer[key] ?? '')) }),
  };
}

/** Sets the text of the answers that are stored sealed: the document must not contain even a part of them. */
function withTextOfSealed(
  document: ApplicationDocument,
  textOf: (line: DocumentLine) => string,
): ApplicationDocument {
  const pages = document.pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) => ({
        ...block,
        lines: block.lines.map((line) =>
          isSealedKey(line.key) && !line.isBlank ? { ...line, text: textOf(line) } : line,
        ),
      })),
    })),
  }));
  return { ...document, pages };
}
