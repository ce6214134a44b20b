import type { ListedDocument } from '#api/account-headers.ts';
import { ServerError } from '#api/errors.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import type { FileWire } from '#application/account/file-wire.ts';

export type Outcome = Awaited<ReturnType<FileWire['conversion']>>;
export const converted: Outcome = { status: 'COMPLETED', message: 'Your document is attached.' };

type Heard = 'presign' | 'post' | 'convert' | 'conversion' | 'forget conversion';

export const KEY = 'college_transcript';

const changed = () => new ServerError(412, 'The file of this question was changed.');

/** A server and storage that fail on demand and log the requests they get. */
export class FakeFileServer {
  readonly heard: string[] = [];
  readonly bytes: Uint8Array[] = [];
  readonly failures: Partial<Record<Heard, Error[]>> = {};
  readonly outcomes: Outcome[] = [];
  /** The other device's document for the question. */
  theirs: ListedDocument | undefined;
  /** Fails every read of the account. */
  lookFailure: Error | undefined;

  readonly wire: { -readonly [Call in keyof FileWire]: FileWire[Call] } = {
    read: async () => {
      if (this.lookFailure !== undefined) throw this.lookFailure;
      return this.#list();
    },
    presign: async () => {
      this.#hear('presign');
      return { url: '/storage', fields: { key: 'object-1' } };
    },
    post: async (_presigned, file) => {
      this.#hear('post');
      this.bytes.push(new Uint8Array(await file.arrayBuffer()));
    },
    convert: async (_key, { file_key, file_name }, over) => {
      this.#hear('convert', ` ${file_key} ${file_name}`);
      const { status, place } = this.theirs ?? {};
      const isThere = status !== undefined && status !== 'FAILED';
      if (isThere && ![over, file_key].includes(place)) throw changed();
    },
    listed: () => (this.lookFailure === undefined ? this.#list() : undefined),
    conversion: async () => {
      this.#hear('conversion');
      return this.outcomes.shift() ?? converted;
    },
    forgetConversion: async (_key, place) => {
      this.#hear('forget conversion');
      if (this.theirs?.place !== undefined && this.theirs.place !== place) throw changed();
    },
    forgetFile: async () => void this.heard.push('forget file'),
  };

  count(call: string): number {
    return this.heard.filter((heard) => heard.startsWith(call)).length;
  }

  #list(): DocumentAnswers {
    return this.theirs === undefined ? {} : { [KEY]: this.theirs };
  }

  #hear(call: Heard, more = ''): void {
    this.heard.push(`${call}${more}`);
    const failure = this.failures[call]?.shift();
    if (failure !== undefined) throw failure;
  }
}
