import { MAX_FILE_TEXT } from '#limits.ts';
import { defineJob } from '#server/adapters/job.ts';

const SETTINGS = { retryLimit: 2, retryDelay: 2, retryDelayMax: 10, expireInSeconds: 90 };

/** Makes a PDF of an uploaded file. */
export const conversionJob = defineJob<{ generation: string }>('convert-document', SETTINGS);

/**
 * How many conversions run at once in a process. An applicant has a share of the workers' time (`limits.ts`): within
 * it, files are converted by the first of these workers, beyond it by the last one alone. So a few applicants whose
 * files hang delay each other, and nobody else.
 */
export const CONVERSIONS_AT_ONCE = { impatient: 2, patient: 1 } as const;

/** Prints the PDF copy of an application. */
export const pdfJob = defineJob<{ generation: string }>('make-pdf', SETTINGS);

/** Fails conversions and copies that hang, and deletes files that no row refers to. */
export const sweepJob = defineJob<Record<string, never>>('sweep-documents', {
  retryLimit: 0,
  expireInSeconds: 600,
  isKeyed: true,
});

/**
 * We notice a lost file when its conversion is requested or begins. The same message serves a file that a bucket has
 * refused, because a bucket tells neither the browser nor us.
 */
export const LOST_MESSAGE = `Your file did not reach us. Please check that it is neither empty nor larger than ${MAX_FILE_TEXT}, check your connection, and upload it again; if it happens again, use another network.`;
/** The same, while the storage says of itself that it takes no files. */
export const NO_STORAGE_MESSAGE =
  'We cannot accept files right now. Please upload yours again in a few minutes.';
export const TOO_LARGE_MESSAGE = `This file is larger than ${MAX_FILE_TEXT}. Please make it smaller and upload it again.`;

/** The sweep looks from then on whether a pending conversion still has a job. */
export const STALLED_MS = 900_000;
export const STALLED_MESSAGE = 'This took too long, and we have stopped it. Please try again.';
