import { writeFile } from 'node:fs/promises';
import { applicantName } from '#service-view/applicant-name.ts';
import { applicationFileName } from '#server/domain/ground/file-name.ts';
import { printApplication } from '#server/domain/documents/print-application.ts';
import { applicantOf, CommandError, type Command } from '../command.ts';
import { refuseToWrite } from '../exported-files.ts';

export const pdf: Command = {
  name: 'pdf',
  usage: 'E-MAIL [FILE.pdf] [--json]',
  maxWords: 2,
  description:
    'Prints one application with its documents into a PDF file, and the name of the file. A submitted one is as it was certified.',
  async run(input) {
    const { context, words, options, print } = input;
    const { id, username } = await applicantOf(input);
    if (!context.printer.isInstalled()) throw new CommandError('Chromium is missing; see doctor.');
    const { view } = await context.applications.read(id);
    const path = words[1] ?? applicationFileName(applicantName(view.answer));
    const content = await printApplication(context, id, new AbortController().signal);
    await writeFile(path, content, { mode: 0o600 }).catch(refuseToWrite(path));
    const { byteLength: bytes } = content;
    print(options['json'] === true ? JSON.stringify({ username, file: path, bytes }) : path);
  },
};
