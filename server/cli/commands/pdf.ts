import { writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { applicantName } from '#service-view/applicant-name.ts';
import { applicationFileName } from '#server/domain/ground/file-name.ts';
import { printApplication } from '#server/domain/documents/print-application.ts';
import { applicantOf, CommandError, defineCommand } from '../command.ts';
import { refuseToWrite } from '../exported-files.ts';
import { email, flag, word } from '../takes.ts';

export const pdf = defineCommand({
  name: 'pdf',
  takes: { email, file: z.optional(z.string().check(word('FILE.pdf'))), json: flag },
  description:
    'Writes one application with its documents into a PDF file, and prints the name of the file. A submitted application is as the applicant certified it.',
  async run({ context, print, email: address, file, json }) {
    const { id, username } = await applicantOf(context, address);
    if (!context.printer.isInstalled()) throw new CommandError('Chromium is missing; see doctor.');
    const { view } = await context.applications.read(id);
    const path = file ?? applicationFileName(applicantName(view.answer));
    const content = await printApplication(context, id, new AbortController().signal);
    await writeFile(path, content, { mode: 0o600 }).catch(refuseToWrite(path));
    const { byteLength: bytes } = content;
    print(json ? JSON.stringify({ username, file: path, bytes }) : path);
  },
});
