import { onTestFinished } from 'vitest';
import type { Context } from '#server/context.ts';
import { mailJob, sendMailHandler } from '#server/domain/mails/send-mail.ts';
import { startTestServer } from './test-server.ts';
import { postFile } from './uploads.ts';

export const KEY = 'employ_resume';
export const USERNAME = 'ada@example.com';
export const run = {
  id: '00000000-0000-4000-8000-000000000000',
  signal: new AbortController().signal,
  isLastAttempt: false,
};
export const lastRun = { ...run, isLastAttempt: true };

export type QueuedDocuments = Awaited<ReturnType<typeof startQueuedDocuments>>;

/** Starts a server that sends mails, but leaves conversions in the queue: a test runs their handlers itself. */
export async function startQueuedDocuments() {
  const server = await startTestServer({ hasWorkers: false });
  onTestFinished(() => server.close());
  const { context } = server;
  await context.queue.work(mailJob, sendMailHandler(context));
  const applicant = await server.applicant(USERNAME);

  return {
    server,
    context,
    applicant,

    /** Uploads a file, requests its conversion, and returns the generation of the document. */
    async uploaded(file: Buffer): Promise<string> {
      const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
      await postFile(applicant, form, file);
      const request = { file_key: form.fields.key, file_name: 'cv.png' };
      await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
      const row = await context.database.kysely
        .selectFrom('documents')
        .select('generation')
        .where('upload_key', '=', form.fields.key)
        .executeTakeFirstOrThrow();
      return row.generation;
    },

    stateOf: async () => (await applicant.get(`/api/pdf/document-answer/${KEY}`)).body,

    /** Returns a context in which one part fails at every use. */
    withBroken<K extends 'converter' | 'printer'>(name: K): Context {
      const fail = () => Promise.reject(new Error('broken'));
      return { ...context, [name]: { ...context[name], convert: fail, print: fail } };
    },
  };
}
