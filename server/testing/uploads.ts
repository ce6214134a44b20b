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
