import * as z from 'zod/mini';

/** One question of the document, with its answer as it reads. */
const line = z.object({
  key: z.string(),
  /** The kind of the question; `month-year` and `checks` for a group that is one line. */
  kind: z.string(),
  label: z.string(),
  /** The words instead of a missing answer. */
  text: z.string(),
  isBlank: z.boolean(),
});

/** Lines under one heading. Without a title, they continue the lines before. */
const block = z.object({ title: z.nullable(z.string()), lines: z.array(line) });

/** A whole application as one document, to be read, seen or printed, in reading order. */
export const applicationDocument = z.object({
  office: z.string(),
  title: z.string(),
  /** A sentence to the reader about the document itself. */
  note: z.nullable(z.string()),
  /** Whose application it is, for what and with which documents, as far as known. `key`: the question that it is from. */
  about: z.optional(z.array(z.object({ label: z.string(), text: z.string(), key: z.optional(z.string()) }))),
  pages: z.array(
    z.object({
      title: z.string(),
      sections: z.array(z.object({ title: z.string(), blocks: z.array(block) })),
    }),
  ),
});

export type ApplicationDocument = z.output<typeof applicationDocument>;
export type DocumentBlock = z.output<typeof block>;
export type DocumentLine = z.output<typeof line>;
