import * as z from 'zod/mini';
import { applicantName } from '#service-view/applicant-name.ts';
import { numberedFileName } from '#server/domain/ground/file-name.ts';
import { printApplication } from '#server/domain/documents/print-application.ts';
import { applicantOf, CommandError, defineCommand, UsageError } from '../command.ts';
import { refuseToWrite } from '../exported-files.ts';
import { DASH, writeGiven } from '../standard-streams.ts';
import { email, flag, word } from '../takes.ts';

export const pdf = defineCommand({
  name: 'pdf',
  takes: { email, file: z.optional(z.string().check(word('FILE.pdf'))), json: flag },
  description:
    'Writes one application with its documents into a PDF file, and prints the name of the file. A submitted application is as the applicant certified it.',
  async run({ context, row, email: address, file, json }) {
    if (json && file === DASH) throw new UsageError('--json and - do not go together.');
    const { id, number, username } = await applicantOf(context, address);
    if (!context.printer.isInstalled()) throw new CommandError('Chromium is missing; see doctor.');
    const { view } = await context.applications.read(id);
    const path = file ?? numberedFileName(number, applicantName(view.answer));
    const content = await printApplication(context, id, new AbortController().signal);
    await writeGiven(path, content).catch(refuseToWrite(path));
    if (path === DASH) return;
    const { byteLength: bytes } = content;
    row({ username, file: path, bytes }, [path]);
  },
});
