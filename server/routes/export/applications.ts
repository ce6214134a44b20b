import {
  getSubmittedApplication,
  getSubmittedApplications,
  getSubmittedDocument,
  getSubmittedPdf,
} from '#contract/export.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import { numberedFileName } from '#server/domain/ground/file-name.ts';
import { FROM_THE_START } from '#server/domain/ways-out/submission-feed.ts';
import type { App } from '#server/http/calls.ts';

const PAGE_ROWS = 100;

/** For programs with a key: submitted applications, and no other. */
export function exportRoutes(app: App): void {
  const { exports, tokens } = app.context;

  app.answer(getSubmittedApplications, async ({ query, origin, keyId }) => {
    const most = Number(query.limit ?? PAGE_ROWS);
    const { since = FROM_THE_START, program = '', term = '' } = query;
    const entries = await exports.after(since, most, { program, term });
    await tokens.noteList(keyId);
    return {
      applications: entries.map(({ cursor, id, number, username, submittedAt }) => ({
        cursor,
        id,
        number,
        username,
        submitted_at: submittedAt.toISOString(),
        url: `${origin}/export/applications/${id}`,
      })),
      has_more: entries.length === most,
    };
  });

  app.answer(getSubmittedApplication, async ({ params, origin }) => {
    const { applicant, attached, view, document, release } = await exports.one(params.id);
    const url = `${origin}/export/applications/${applicant.id}`;
    return {
      id: applicant.id,
      number: applicant.number,
      username: applicant.username,
      submitted_at: applicant.submittedAt.toISOString(),
      release,
      ...view,
      document,
      documents: attached.map(({ answer_key, file_name }) => ({
        answer_key,
        file_name,
        url: `${url}/documents/${answer_key}`,
      })),
      pdf_url: `${url}/pdf`,
    };
  });

  app.answerFile(getSubmittedPdf, async ({ params }) => {
    const { file, number, answer } = await exports.pdf(params.id);
    return { ...file, fileName: numberedFileName(number, applicantName(answer)) };
  });

  app.answerFile(getSubmittedDocument, async ({ params }) => {
    const { file, number, document } = await exports.document(params.id, params.key);
    return { ...file, fileName: numberedFileName(number, document.answer_key) };
  });
}
