// Applicants who all attach a document at once, and what each waited for.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { isPending } from '#contract/document-answer.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import { Browser } from '#server/suites/http.ts';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import { makePdf } from '#server/testing/files/pdf-corpus.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { sessionOf } from './people.ts';

const PATH = '/api/pdf/document-answer/college_transcript';
const WORDS = 'Course Credits Grade Introduction to Statistics 3 A- '.repeat(60);

export interface Crowd {
  readonly base: string;
  /** The number of the first applicant, and how many there are. */
  readonly first: number;
  readonly count: number;
}

export interface Outcome {
  readonly isAttached: boolean;
  readonly waitMs: number;
}

const { base, first, count }: Crowd = workerData;
const files = await documents();
const askers = await Promise.all(
  Array.from({ length: count }, async (_, n) => {
    const browser = new Browser(() => base);
    browser.cookies.set('admissions-session', sessionOf(first + n));
    return attach(browser, files[n % files.length] ?? Buffer.alloc(0));
  }),
);
parentPort?.postMessage('uploaded');
if (parentPort !== null) await once(parentPort, 'message');
const begun = performance.now();
parentPort?.postMessage(await Promise.all(askers.map((convert) => convert(begun))));

/** A Word document, two pictures and a PDF. */
async function documents(): Promise<readonly Buffer[]> {
  const pdf = await makePdf(3, WORDS.slice(0, 100));
  return [
    makeDocx({ body: Array.from({ length: 12 }, () => paragraph(WORDS)).join('') }),
    await makePicture({ type: 'jpeg', width: 2400, height: 1800 }),
    await makePicture({ type: 'png', width: 1600, height: 1200 }),
    Buffer.from(await pdf.save()),
  ];
}

/** Uploads a file. Returns what asks for its conversion and waits for the end, as the page does. */
async function attach(browser: Browser, file: Buffer): Promise<(begun: number) => Promise<Outcome>> {
  const { body: form } = await browser.post('/api/presigned-url', { answer_key: 'college_transcript' });
  const raw = multipart(Object.entries<string>(form.fields), file);
  await browser.send('POST', new URL(form.url).pathname, { raw, headers: MULTIPART });
  return async (begun: number) => {
    await browser.post(PATH, { file_key: form.fields.key, file_name: 'transcript.pdf' });
    let { body } = await browser.get(PATH);
    for (; isPending(body.status); { body } = await browser.get(PATH)) await sleep(CONVERSION_POLL_MS);
    return { isAttached: body.status === 'COMPLETED', waitMs: performance.now() - begun };
  };
}
