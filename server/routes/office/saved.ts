import { Readable } from 'node:stream';
import { todayIn } from '#form/today.ts';
import type { ZipEntry } from '#server/adapters/zip-stream.ts';
import { zipOf } from '#server/adapters/zip-stream.ts';
import { BusyError, InvalidError, NotFoundError } from '#server/domain/ground/errors.ts';
import { csvHead, csvLine } from '#server/domain/ground/csv.ts';
import { numberedFileName } from '#server/domain/ground/file-name.ts';
import { XLSX_TYPE, xlsxOf } from '#server/domain/ground/xlsx.ts';
import { limits } from '#server/domain/limits/limits.ts';
import { ANSWER_HEADINGS, answerCells } from '#server/domain/office/answer-cells.ts';
import { columns } from '#server/domain/office/columns.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { ListedApplication } from '#server/domain/office/office-list.ts';
import { savedHead, savedLine } from '#server/domain/office/saved-list.ts';
import type { App } from '#server/http/calls.ts';
import { file, fileInTurn } from '#server/http/send-file.ts';
import { tenant } from '#tenant/tenant.ts';
import { listQuery, searchOf, type ListQuery } from './list-query.ts';
import { refusalPage } from './refusals.ts';

/** Applications whose answers are in memory at the same time. */
const READ_AT_ONCE = 100;
/** Printing that many anew takes some minutes. */
const PDFS_MAX = 500;

const save = {
  method: 'GET',
  access: 'office',
  query: listQuery,
  refusal: refusalPage,
  isAudited: true,
} as const;

type Cells = AsyncIterable<readonly string[]>;

/** The forms in which a list is saved. */
const FORMS = {
  csv: { type: 'text/csv; charset=utf-8', write: (cells: Cells) => Readable.from(csvOf(cells)) },
  xlsx: { type: XLSX_TYPE, write: xlsxOf },
} as const;

/** Opens the PDF of one application for a clerk. */
export type OpenPdf = (id: string, clerk: Clerk) => Promise<{ readonly content: Readable }>;

/** What the list shows, to be saved: all its pages as a spreadsheet, with or without the answers, and the PDFs. */
export function addSavedPages(app: App, openPdf: OpenPdf): void {
  const { applications, clock, officeList, rateLimits, reads } = app.context;
  const today = () => todayIn(tenant.timeZone, clock.now());

  for (const [ending, { type, write }] of Object.entries(FORMS)) {
    const returns = file(type);
    app.page(
      { ...save, path: `/office/applications.${ending}`, returns },
      async ({ clerk, query, network }) => {
        const rows = await officeList.findAll(clerk, searchOf(query, clerk));
        await officeList.note(clerk, 'office-list-saved', network);
        return { fileName: nameOf('applications', query, ending), content: write(listCells(rows)) };
      },
    );
    app.page({ ...save, path: `/office/answers.${ending}`, returns }, async ({ clerk, query, network }) => {
      const rows = await officeList.findAll(clerk, searchOf(query, clerk));
      await officeList.note(clerk, 'office-answers-saved', network);
      return { fileName: nameOf('answers', query, ending), content: write(cellsWithAnswers(rows)) };
    });
  }

  const zip = { ...save, path: '/office/applications.zip', returns: fileInTurn('application/zip') } as const;
  app.page(zip, async ({ clerk, query, network }) => {
    const rows = await officeList.findAll(clerk, searchOf(query, clerk));
    if (rows.length > PDFS_MAX)
      throw new InvalidError({
        list: [
          `This list has ${rows.length.toLocaleString('en-US')} applications, and one ZIP has at most ${PDFS_MAX}. Go back and narrow the list, for example to some days.`,
        ],
      });
    await rateLimits.take(limits.officePdfs(clerk.id));
    await officeList.note(clerk, 'office-list-saved', network);
    return { fileName: nameOf('applications', query, 'zip'), content: zipOf(pdfs(rows, clerk, network)) };
  });

  /** "applications Fall 2027 2026-11-28.csv" */
  function nameOf(what: string, { term }: ListQuery, ending: string): string {
    const label = tenant.entryTerms.find(({ value }) => value === term)?.label;
    return `${[what, label, today()].filter(Boolean).join(' ')}.${ending}`;
  }

  async function* cellsWithAnswers(rows: readonly ListedApplication[]): AsyncGenerator<readonly string[]> {
    yield savedHead(ANSWER_HEADINGS);
    const day = today();
    for (let first = 0; first < rows.length; first += READ_AT_ONCE) {
      const some = rows.slice(first, first + READ_AT_ONCE);
      const found = await applications.readMany(some.map(({ id }) => id));
      for (const row of some) {
        const answered = found.get(row.id);
        // It may have been deleted since the list was read.
        if (answered !== undefined)
          yield savedLine(
            row,
            answerCells(answered, () => day),
          );
      }
    }
  }

  /** One PDF after the other, and last an index that says which one is missing, and why. */
  async function* pdfs(
    rows: readonly ListedApplication[],
    clerk: Clerk,
    network: string,
  ): AsyncGenerator<ZipEntry> {
    const index = [csvHead(savedHead(['File', 'Why there is none']))];
    for (const row of rows) {
      const number = columns.number.text(row.number);
      const name = numberedFileName(number, columns.name.text(row.name));
      try {
        const { content } = await openPdf(row.id, clerk);
        await officeList.note(clerk, 'office-pdf-saved', network, row.id);
        await reads.note(clerk, row.id);
        yield { name, content, isCompressed: false };
        index.push(csvLine(savedLine(row, [name, ''])));
      } catch (error) {
        if (!(error instanceof BusyError) && !(error instanceof NotFoundError)) throw error;
        const why = error instanceof BusyError ? error.message : 'The application was deleted.';
        index.push(csvLine(savedLine(row, ['', why])));
      }
    }
    yield { name: 'index.csv', content: Buffer.from(index.join('')), isCompressed: true };
  }
}

async function* listCells(rows: readonly ListedApplication[]): AsyncGenerator<readonly string[]> {
  yield savedHead();
  yield* rows.map((row) => savedLine(row));
}

async function* csvOf(lines: Cells): AsyncGenerator<string> {
  let isHeading = true;
  for await (const cells of lines) {
    yield isHeading ? csvHead(cells) : csvLine(cells);
    isHeading = false;
  }
}
