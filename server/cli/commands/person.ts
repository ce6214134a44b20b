import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { mailsTo } from '#server/adapters/mail.ts';
import { storedAbout } from '#server/domain/upkeep/person.ts';
import { mailFolderOf } from '#server/outer-parts.ts';
import { CommandError, defineCommand, WHERE_LOST_ARE } from '../command.ts';
import { zipSink } from '../exported-files.ts';
import { DASH } from '../standard-streams.ts';
import { email, shown } from '../takes.ts';

const WHERE = '--out takes the file to write, such as person.zip.';

export const personCommand = defineCommand({
  name: 'person',
  takes: { email, out: z.string({ error: WHERE }).check(z.minLength(1, WHERE), shown('FILE.zip')) },
  description:
    'Writes all that is stored about one person into one archive, to hand to them (GDPR Art. 15, FERPA): every row, with the whole Social Security number and who has read the application, every document, every mail that is stored here. Passwords and keys are left out.',
  async run({ context, print, email: address, out }) {
    const stored = await storedAbout(context, address);
    if (stored === undefined) throw new CommandError(`Nothing is stored about ${address}.`);
    const { username, accountId, tables, files } = stored;
    const sink = await zipSink(out);
    await sink.addAnswers?.('stored.json', { username, ...tables });
    if (accountId !== undefined)
      await sink.addAnswers?.('application.json', await context.applications.read(accountId));
    const missing: string[] = [];
    for (const key of files) {
      const file = await context.storage.open(key);
      if (file === undefined) missing.push(key);
      else
        await sink.add({
          path: `files/${key}`,
          content: await buffer(file.content),
          about: { kind: 'file' },
        });
    }
    for (const path of await mailsTo(mailFolderOf(context.env), username))
      await sink.add({
        path: `mails/${basename(path)}`,
        content: await readFile(path),
        about: { kind: 'mail' },
      });
    await sink.end();
    if (out !== DASH) print(out);
    // An upload is deleted after its conversion, but its row still names it.
    const lost = missing.filter((key) => !key.startsWith('uploads/'));
    if (lost.length > 0)
      throw new CommandError(`${lost.length} files are missing from the storage. ${WHERE_LOST_ARE}`);
  },
});
