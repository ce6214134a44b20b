import { parentPort } from 'node:worker_threads';
import { prepareAttached, type AttachedPages } from './attached-pages.ts';
import { cleanDocx, type CleanDocx } from './docx.ts';
import { joinSheets } from './joined-sheets.ts';
import { cleanStructure, readStructure, type Cleaning } from './pdf-structure.ts';
import { sniff, type Sniffed } from './sniff.ts';

/** The questions that the thread answers, with the types of its answers. */
export interface Answers {
  readonly kind: Sniffed;
  readonly docx: CleanDocx;
  /** `undefined` when the bytes are not the structure of a PDF. */
  readonly structure: CleanedStructure | undefined;
  /** `undefined` when the bytes are not the structure of a PDF. */
  readonly attached: PreparedPages | undefined;
  /** The changes that join sheets and pages, in the form that qpdf reads. */
  readonly joined: Uint8Array | undefined;
}

interface PreparedPages extends Omit<AttachedPages, 'update'> {
  /** In the form that qpdf reads. */
  readonly update: Uint8Array;
}

interface CleanedStructure extends Omit<Cleaning, 'update'> {
  /** In the form that qpdf reads. */
  readonly update: Uint8Array | undefined;
}

export interface Question {
  readonly asked: keyof Answers;
  readonly bytes: Uint8Array;
}

const answers: {
  readonly [Asked in keyof Answers]: (bytes: Buffer) => Answers[Asked] | Promise<Answers[Asked]>;
} = {
  kind: sniff,
  docx: cleanDocx,
  structure(json) {
    const structure = readStructure(json.toString('utf8'));
    if (structure === undefined) return undefined;
    const { update, ...found } = cleanStructure(structure);
    return { ...found, update: update && Buffer.from(JSON.stringify(update)) };
  },
  attached(json) {
    const structure = readStructure(json.toString('utf8'));
    if (structure === undefined) return undefined;
    const { update, ...found } = prepareAttached(structure);
    return { ...found, update: Buffer.from(JSON.stringify(update)) };
  },
  joined(json) {
    const structure = readStructure(json.toString('utf8'));
    return structure && Buffer.from(JSON.stringify(joinSheets(structure)));
  },
};

async function answer({ asked, bytes }: Question): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  parentPort?.postMessage(await answers[asked](buffer));
}

/** The thread behind `reader.ts`. It answers one question at a time; an error ends it, and `reader.ts` throws it. */
parentPort?.on('message', (question: Question) => void answer(question));
