// The tags of documents. Each is the place of the upload that the document was made from: `fields.key` of its form.
import * as z from 'zod/mini';
import { submittedRefusal, type Refusal } from './define-call.ts';

/** The tag of a question's document; absent if there is none. */
export const documentTag = z.object({ etag: z.optional(z.string().check(z.regex(/^"[^"]+"$/))) });

/** The tags of all documents: `KEY="PLACE"`, comma-separated. */
export const documentTags = z.object({ 'document-tags': z.string() });

/** The documents that a conversion may replace: none (`*`), or one with this tag. Without it, any. */
export const overDocuments = z.object({
  'if-match': z.optional(z.string()),
  'if-none-match': z.optional(z.literal('*')),
});

/** The document that is deleted, or the upload that is taken back. Without it, any. */
export const ofDocument = z.object({ 'if-match': z.optional(z.string()) });

/** The answer of both if the question has another document. */
export const documentRefusals: Readonly<Record<number, Refusal>> = {
  ...submittedRefusal,
  403: {
    description:
      'The file is not the applicant’s own, or its place is no longer valid; or the request is from another site.',
  },
  412: {
    description: 'The question has another document, which `etag` names, or none. Nothing was changed.',
    headers: documentTag,
  },
};

/** Returns a place as an entity tag. */
export function tagOf(place: string): string {
  return `"${place}"`;
}
