import * as z from 'zod/mini';
import type { Narrowed } from '#server/domain/application/application-rows.ts';
import type { Applicant, Applicants } from '#server/domain/application/applicants.ts';
import type { Applications } from '#server/domain/application/applications.ts';
import type { Copies } from '#server/domain/documents/copies.ts';
import type { Documents } from '#server/domain/documents/documents.ts';
import { InvalidError, NotFoundError } from '#server/domain/ground/errors.ts';
import { isCurrent, submissionsAfter, type FeedEntry } from './submission-feed.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const UNKNOWN_CURSOR = 'This cursor is unknown. Use one that you were given, or start.';
const NOT_SUBMITTED = 'There is no submitted application with this id.';
const NO_DOCUMENT = 'This application has no such document.';

interface ExportsOptions extends Pick<Parts, 'clock' | 'database' | 'storage'> {
  readonly applicants: Applicants;
  readonly applications: Applications;
  readonly copies: Copies;
  readonly documents: Documents;
}

/** A submitted application. */
export type Submitted = Applicant & { readonly submittedAt: Date };

/** Gives submitted applications to other programs, and nothing else. The audit records what leaves. */
export function makeExports(options: ExportsOptions) {
  const { database, storage, applicants, applications, copies, documents } = options;

  return {
    /**
     * Returns the next submitted applications after a cursor.
     *
     * @throws {InvalidError} if the server never issued this cursor
     */
    async after(cursor: string, most: number, narrowed?: Narrowed): Promise<readonly FeedEntry[]> {
      const entries = await submissionsAfter(database, cursor, most, narrowed);
      if (entries === undefined) throw new InvalidError({ since: [UNKNOWN_CURSOR] }, UNKNOWN_CURSOR);
      return entries;
    },

    /**
     * Returns one submitted application, whole.
     *
     * @throws {NotFoundError}
     */
    async one(id: string) {
      const found = await read(id);
      if (found === undefined) throw new NotFoundError(NOT_SUBMITTED);
      const attached = await documents.attached(id);
      await applicants.noteExport(id);
      return { ...found, attached };
    },

    /**
     * Returns one submitted application, or `undefined` if it is not submitted. The caller notes the export.
     *
     * @param cursor returns `undefined` also if the application was submitted again, and so has another cursor
     */
    read,

    /**
     * Opens the PDF of a submitted application.
     *
     * @throws {NotFoundError}
     * @throws {BusyError} while it is being made
     */
    async pdf(id: string) {
      const { number } = await submitted(id);
      const file = await copies.openPresent(id);
      const { view } = await applications.read(id);
      await applicants.noteExport(id);
      return { file, number, answer: view.answer };
    },

    /**
     * Opens one document of a submitted application.
     *
     * @throws {NotFoundError}
     */
    async document(id: string, answerKey: string) {
      const { number } = await submitted(id);
      const attached = await documents.attached(id);
      const document = attached.find(({ answer_key }) => answer_key === answerKey);
      const file = document && (await storage.open(document.pdfKey));
      if (!document || !file) throw new NotFoundError(NO_DOCUMENT);
      await applicants.noteExport(id);
      return { file, number, document };
    },
  };

  async function read(id: string, cursor?: string) {
    const before = await find(id);
    const found = before && (await applications.read(id));
    if (cursor !== undefined && !(await isCurrent(database, cursor))) return undefined;
    // Reopened while it was read: it may be a draft.
    const after = await find(id);
    const isSame = before?.submittedAt.getTime() === after?.submittedAt.getTime();
    return found && after && isSame ? { ...found, applicant: after } : undefined;
  }

  async function submitted(id: string): Promise<Submitted> {
    const applicant = await find(id);
    if (applicant === undefined) throw new NotFoundError(NOT_SUBMITTED);
    return applicant;
  }

  async function find(id: string): Promise<Submitted | undefined> {
    const applicant = z.safeParse(z.uuid(), id).success ? await applicants.get(id) : undefined;
    return applicant?.submittedAt ? { ...applicant, submittedAt: applicant.submittedAt } : undefined;
  }
}
