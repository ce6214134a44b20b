import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { portOf, RawClient } from '#server/testing/raw-client.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import {
  conversionOf,
  filesOnDisk,
  MULTIPART,
  multipart,
  postFile,
  type Form,
} from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '10' } });
const KEY = 'college_transcript';
const question = `/api/pdf/document-answer/${KEY}`;

let applicant: Visitor;
let form: Form;
beforeAll(async () => {
  applicant = await server().applicant();
});
beforeEach(async () => {
  form = (await applicant.post('/api/presigned-url', { answer_key: KEY })).body;
});

/** What the storage has of the present form's file, and of unfinished ones. */
const left = () =>
  filesOnDisk(server()).filter((path) => path.endsWith('.part') || path.endsWith(form.fields['key'] ?? ''));

/** Uploads a file with the present form, and requests its conversion. */
async function use(): Promise<void> {
  await postFile(applicant, form, Buffer.from('some file'));
  await applicant.post(question, { file_key: form.fields['key'], file_name: 'a.png' });
}

test('once its conversion was requested, an upload cannot be replaced', async () => {
  await use();
  expect((await postFile(applicant, form, Buffer.from('other'))).status).toBe(403);
});

describe('a file that arrives too late is not kept', () => {
  test.each([
    {
      after: 'its form was used',
      act: async () => {
        await use();
        await conversionOf(applicant, KEY);
      },
    },
    { after: 'its document was deleted', act: () => applicant.delete(`/api/document-answer/${KEY}`) },
    { after: 'its conversion was deleted', act: () => applicant.delete(question) },
    {
      after: 'its form was taken back',
      act: () =>
        server().context.database.pool.query('DELETE FROM uploads WHERE file_key = $1', [form.fields['key']]),
    },
    {
      after: 'the application was submitted',
      act: async () => {
        const { kysely } = server().context.database;
        const set = (submitted_at: Date | null) =>
          kysely.updateTable('applications').set({ submitted_at }).execute();
        await set(server().clock.now());
        onTestFinished(async () => void (await set(null)));
      },
    },
  ])('after $after', async ({ act }) => {
    const port = await portOf(server().app);
    const body = multipart(Object.entries(form.fields), Buffer.alloc(90_000, 1));
    const late = new RawClient(port);
    const length = String(body.length);
    late.send('POST', new URL(form.url).pathname, { ...MULTIPART, 'content-length': length });
    late.socket.write(body.subarray(0, 80_000));
    await vi.waitFor(() =>
      expect(filesOnDisk(server()).filter((path) => path.endsWith('.part'))).toHaveLength(1),
    );
    await act();
    late.socket.write(body.subarray(80_000));
    expect(await late.status()).toBe(403);
    await late.closed;
    expect(left()).toEqual([]);
  });
});

test('a stream without end is cut off while it is read', async () => {
  const port = await portOf(server().app);
  const head = multipart(Object.entries(form.fields), Buffer.alloc(0)).subarray(0, -30);
  const chunk = Buffer.alloc(65_536, 1);
  const framed = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

  const { answer, sent } = await new Promise<{ answer: string; sent: number }>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answered = '';
    let numSent = 0;
    socket.write(`POST ${new URL(form.url).pathname} HTTP/1.1\r\nhost: localhost\r\n`);
    socket.write(`content-type: ${MULTIPART['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`);
    socket.write(framed(head));
    const pump = () => {
      while (!socket.destroyed && numSent < 1e9) {
        numSent += chunk.length;
        if (!socket.write(framed(chunk))) return;
      }
    };
    socket.on('drain', pump);
    socket.on('data', (bytes) => (answered += bytes.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ answer: answered, sent: numSent }));
    pump();
  });

  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(sent).toBeLessThan(100_000_000);
  expect(left()).toEqual([]);
});

test('nothing beyond the allowed parts of a form is read', async () => {
  const client = new RawClient(await portOf(server().app));
  const reads = new Promise((resolve) => {
    server().app.server.once('request', (request: IncomingMessage, response: ServerResponse) =>
      response.once('finish', () => resolve(request.readableFlowing)),
    );
  });
  const fields = Array.from({ length: 20 }, (_, n): [string, string] => [`field-${n}`, '']);
  client.send('POST', new URL(form.url).pathname, { ...MULTIPART, 'content-length': '1000000' });
  client.socket.write(multipart(fields));
  expect(await client.status()).toBe(400);
  expect(await reads).toBe(false);
  await client.closed;
});
