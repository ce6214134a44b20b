import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import type { SeedApplicant, SeedDocument } from './applicants.ts';

const TRANSCRIPT = [
  'Unofficial transcript',
  'Introduction to Statistics     3 credits     A-',
  'Algorithms     4 credits     B+',
];
/** A fixed date, so that the bytes are the same every time. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

/**
 * Makes the file that a made-up applicant uploaded, so that none has to be kept in the repository. What answers a
 * question for a transcript is one, and anything else is the applicant's résumé.
 */
export async function seedFile(
  { kind }: SeedDocument,
  answerKey: string,
  seed: Pick<SeedApplicant, 'username' | 'answers' | 'colleges'>,
): Promise<Buffer> {
  const isTranscript = answerKey.endsWith('transcript');
  switch (kind) {
    case 'photo':
      return makePicture({ type: 'png', width: 300, height: 400 });
    case 'word':
    case 'converting':
      return makeDocx({ body: isTranscript ? TRANSCRIPT.map(paragraph).join('') : resumeOf(seed) });
    case 'pdf':
    case 'waiting':
      return makePdf();
    case 'damaged':
      // The rest of an interrupted download.
      return (await makePdf()).subarray(0, 300);
    default:
      return kind satisfies never;
  }
}

async function makePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setCreationDate(MADE_AT);
  document.setModificationDate(MADE_AT);
  const font = await document.embedFont(StandardFonts.Courier);
  const page = document.addPage([612, 792]);
  TRANSCRIPT.forEach((line, index) => page.drawText(line, { x: 72, y: 700 - 24 * index, size: 12, font }));
  return Buffer.from(await document.save());
}

/** The paragraphs of a résumé in Word. */
function resumeOf({ username, answers, colleges = [] }: Parameters<typeof seedFile>[2]): string {
  const { first_name = '', middle_name = '', last_name = '', city = '', state = '' } = answers;
  const name = [first_name, middle_name, last_name].filter(Boolean).join(' ');
  return [
    styled(name, { halfPoints: 36, isBold: true }),
    paragraph(
      [[city, state].filter(Boolean).join(', '), answers.phone_mobile, username].filter(Boolean).join(' · '),
    ),
    heading('Experience'),
    styled('Data assistant, county library', { isBold: true }),
    paragraph('June 2021 to today'),
    paragraph('Counts what readers borrow and ask for, and reports it to the county twice a year.'),
    paragraph('Taught forty volunteers to search the newspaper archive.'),
    styled('Tutor for mathematics, community center', { isBold: true }),
    paragraph('September 2018 to May 2021'),
    paragraph('Two evenings a week with adults who prepared for their high school equivalency test.'),
    heading('Education'),
    ...colleges.map((college) => paragraph(`${college.name}, ${college.degree}`)),
    heading('Skills'),
    paragraph('SQL, R and spreadsheets. Spanish, spoken and written.'),
  ].join('');
}

const heading = (text: string) => styled(text, { halfPoints: 26, isBold: true, before: 240 });

interface Style {
  readonly halfPoints?: number;
  readonly isBold?: boolean;
  /** The space before, in twentieths of a point. */
  readonly before?: number;
}

function styled(text: string, { halfPoints = 22, isBold = false, before = 80 }: Style): string {
  return `<w:p><w:pPr><w:spacing w:before="${before}" w:after="40"/></w:pPr><w:r><w:rPr>${isBold ? '<w:b/>' : ''}<w:sz w:val="${halfPoints}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
