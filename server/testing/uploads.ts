import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Answer, Visitor } from './visitor.ts';

export interface Form {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

const BOUNDARY = '----test-boundary-7d93';

/** Returns a multipart body with the fields, then the file. */
export function multipart(fields: readonly (readonly [string, string])[], file?: Buffer): Buffer {
  const parts = fields.map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="any.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  return Buffer.concat([...parts, ...(file ? [head, file] : []), end]);
}

export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Posts a file with a form, as a browser does. */
export function postFile(visitor: Visitor, { url, fields }: Form, file: Buffer): Promise<Answer> {
  return visitor.send({
    method: 'POST',
    url: new URL(url).pathname,
    headers: MULTIPART,
    payload: multipart(Object.entries(fields), file),
  });
}

/** Uploads a file and requests its conversion. Returns the answer to that request. */
export async function upload(visitor: Visitor, key: string, file: Buffer, name: string): Promise<Answer> {
  const { body: form } = await visitor.post('/api/presigned-url', { answer_key: key });
  await postFile(visitor, form, file);
  return visitor.post(`/api/pdf/document-answer/${key}`, { file_key: form.fields.key, file_name: name });
}

/** Polls as the client does, but without waiting two seconds each time. */
export async function settled(applicant: Visitor, path: string) {
  return vi.waitFor(
    async () => {
      const { body } = await applicant.get(path);
      expect(body.status).toMatch(/^(COMPLETED|FAILED|NOT_ANSWERED)$/);
      return body;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Returns the end of the conversion for a question. */
export const conversionOf = (applicant: Visitor, key: string) =>
  settled(applicant, `/api/pdf/document-answer/${key}`);

/** Returns every file of the storage, including unfinished ones. */
export function filesOnDisk({ dataDir }: { readonly dataDir: string }): string[] {
  return readdirSync(join(dataDir, 'storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
