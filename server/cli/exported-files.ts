import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { csvHead, csvLine } from '#server/domain/ground/csv.ts';
import { CommandError } from './command.ts';
import { DASH, standardOutput } from './standard-streams.ts';

/** A file of an export: a document or the PDF of an application. */
interface ExportedFile {
  /** Below the folder or in the ZIP: a folder per applicant, and the file. */
  readonly path: string;
  readonly content: Buffer;
  /** Its line in the index, by column. */
  readonly about: Readonly<Record<string, string>>;
}

/** Where the files of an export go. */
export interface FileSink {
  add(file: ExportedFile): Promise<void>;
  /** Adds the answers of one application, if the sink takes them. */
  addAnswers?(path: string, answers: object): Promise<void>;
  /** Ends the export. Only then is a ZIP there under its name. */
  end(): Promise<void>;
}

/** Writes each file into a folder at once. */
export async function folderSink(folder: string): Promise<FileSink> {
  if (folder === DASH) throw new CommandError('Standard output takes one file, not a folder: use --zip -.');
  await makeFolder(folder);
  return {
    async add({ path, content }) {
      const whole = join(folder, path);
      await makeFolder(dirname(whole));
      await writeFile(whole, content, { mode: 0o600 }).catch(refuseToWrite(whole));
    },
    end: async () => undefined,
  };
}

/** Writes one ZIP with `index.csv`, which says what each file is, for the import of a student system. */
export async function zipSink(path: string): Promise<FileSink> {
  const isFile = path !== DASH;
  const part = isFile ? `${path}.part` : path;
  // Checks first that the file can be written, and removes what a killed export has left.
  if (isFile) await writeFile(part, '', { mode: 0o600 }).catch(refuseToWrite(part));
  const target = isFile ? createWriteStream(part, { flush: true }) : standardOutput();
  const zip = new ZipFile();
  const index: string[] = [];
  // oxlint-disable-next-line typescript/consistent-type-assertions -- yazl makes a PassThrough, and declares less
  const output = zip.outputStream as PassThrough;
  const written = pipeline(output, target).catch(refuseToWrite(part));
  // The code below awaits it again and reports the failure.
  written.catch(() => undefined);
  return {
    async add({ path: name, content, about }) {
      if (index.length === 0) index.push(csvHead(['file', ...Object.keys(about)]));
      index.push(csvLine([name, ...Object.values(about)]));
      // PDFs are compressed already.
      await put(name, content, { compress: false });
    },
    addAnswers: (name, answers) => put(name, Buffer.from(JSON.stringify(answers)), { compress: true }),
    async end() {
      await put('index.csv', Buffer.from(index.join('')), { compress: true });
      zip.end();
      await written;
      if (isFile) await rename(part, path).catch(refuseToWrite(path));
    },
  };

  /** Resolves when the disk keeps up, so that only a few files wait in memory. */
  async function put(name: string, content: Buffer, options: { readonly compress: boolean }): Promise<void> {
    if (output.writableNeedDrain) await Promise.race([written, once(output, 'drain')]);
    zip.addBuffer(content, name, { ...options, mode: 0o100600 });
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(refuseToWrite(path));
}

/** Returns a handler of failures that says in a sentence why a file cannot be written. */
export function refuseToWrite(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new CommandError(`${path} is not a folder.`);
    const name = path === DASH ? 'Standard output' : path;
    throw new CommandError(`${name} cannot be written (${code}).`);
  };
}
