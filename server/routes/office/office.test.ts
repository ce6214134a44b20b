import { describe, expect, test, vi } from 'vitest';
import { makePicture } from '#server/testing/files/corpus.ts';
import { TooManyRequestsError } from '#server/domain/ground/errors.ts';
import { limits } from '#server/domain/limits/limits.ts';
import { LEFT_OUT } from '#server/domain/office/visible.ts';
import { auditedActs, officeAddresses, startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';

const server = useTestServer();

const clerk = (name?: string) => startClerk(server(), name);
const audited = (name: string) => auditedActs(server(), name);

describe('its pages', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const)('%s does nothing there', async (method) => {
    const desk = await clerk('Only Get');
    const before = await audited('Only Get');
    for (const url of officeAddresses('3f0d3f0e-0000-4000-8000-000000000000'))
      expect([404, 415]).toContain((await desk.send({ method, url } as never)).status);
    expect(await audited('Only Get')).toEqual(before);
  });

  test('what is unknown is a page with a 404', async () => {
    const desk = await clerk();
    const unknown = '3f0d3f0e-0000-4000-8000-000000000000';
    for (const url of [
      ...officeAddresses(unknown).slice(7),
      '/office/applications/x',
      '/office/applications/x/application.pdf',
    ])
      expect({ url, status: (await desk.get(url)).status }).toEqual({ url, status: 404 });
  });

  test('no script can run, and nothing may frame it', async () => {
    const { headers, text } = await (await clerk()).get('/office');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(text).not.toMatch(/<script|\son\w+=/);
  });
});

describe('what works later is a page with a sentence and a link', () => {
  // A university that hides sections prints for the office what is left (hidden.second-tenant.test.ts).
  test.runIf(LEFT_OUT === '')('a PDF that could not be made', async () => {
    const { account, clock, context } = server();
    const { id } = await account();
    await context.database.pool.query(
      `INSERT INTO copies (account_id, generation, revision, status, message, requested_at)
       SELECT account_id, gen_random_uuid(), revision, 'FAILED', '', $2 FROM applications WHERE account_id = $1`,
      [id, clock.now()],
    );
    const address = `/office/applications/${id}/application.pdf`;
    const { status, headers, text } = await (await clerk('Fay Fails')).get(address);
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('The PDF could not be made.');
    expect(text).toContain(`<a href="${address}">Try again</a>`);
    expect(await audited('Fay Fails')).toEqual(['office-opened']);
  });

  test('a list that one clerk reads too often', async () => {
    const desk = await clerk('Rita Reads');
    const read = () => desk.get('/office?q=a');
    const { link_id: id } = await server()
      .context.database.kysely.selectFrom('office_sessions')
      .select('link_id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const isSpent = () =>
      server()
        .context.rateLimits.take(limits.officePages(id))
        .then(
          () => false,
          () => true,
        );
    while (!(await isSpent()));
    const { status, headers, text } = await read();
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(text).toContain(new TooManyRequestsError(1).message);
    expect(text).toContain('<a href="/office?q=a">Try again</a>');
  });
});

test(
  'an application opens as its document, with its PDF and documents, and all of it is on record',
  { tags: 'slow' },
  async () => {
    const applicant = await server().applicant('opened@example.com');
    await upload(
      applicant,
      'college_transcript',
      await makePicture({ type: 'png' }),
      'Transcript of 2026.png',
    );
    await expect
      .poll(async () => (await applicant.get('/api/document-answer')).body.college_transcript?.status, {
        timeout: 30_000,
      })
      .toBe('COMPLETED');
    await submit(applicant);
    const id = (await server().context.applicants.find('opened@example.com'))?.id ?? '';
    const desk = await clerk('Olga Opens');
    const address = `/office/applications/${id}`;
    const opened = await desk.get(address);
    expect(opened.text).toContain('<h1>Application of Grace Hopper</h1>');
    // What the title and the links say is not said again.
    expect(opened.text).not.toContain('<dt>Name</dt>');
    expect(opened.text.match(/Transcript of 2026\.png/g)).toHaveLength(2);
    expect(opened.text.match(/opened@example\.com/g)).toHaveLength(1);
    expect(opened.text).toContain('***-**-6789');
    expect(opened.text).not.toContain('123-45-6789');
    expect(opened.text).toContain(
      `href="${address}/documents/college_transcript.pdf">Unofficial transcript (<span translate="no">Transcript of 2026.png</span>)</a>`,
    );
    const document = await desk.get(`${address}/documents/college_transcript.pdf`);
    expect(document.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect(document.headers['content-disposition']).toMatch(
      /filename="[2-9A-Z]{4}-[2-9A-Z]{2} Unofficial transcript \(Transcript of 2026\)\.pdf"/,
    );
    expect(document.headers['content-security-policy']).toMatch(/ frame-ancestors 'none'; sandbox$/);
    const pdf = await vi.waitFor(
      async () => {
        const answer = await desk.get(`${address}/application.pdf`);
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: 60_000, interval: 300 },
    );
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.headers['content-disposition']).toMatch(
      /filename="[2-9A-Z]{4}-[2-9A-Z]{2} Grace Hopper\.pdf"/,
    );
    await desk.get('/office');
    await desk.get('/office/applications.csv');
    expect(await audited('Olga Opens')).toEqual([
      'office-opened',
      `office-application-read ${id}`,
      `office-document-saved ${id}`,
      `office-pdf-saved ${id}`,
      'office-list-read',
      'office-list-saved',
    ]);
    const { rows } = await server().context.database.pool.query(
      "SELECT DISTINCT address FROM audit WHERE event LIKE 'office-%saved'",
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  },
);
