import { expect, test, vi } from 'vitest';
import { pages } from '#form/form.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { makePdf, saved, withLayers, withPage } from '#server/testing/files/pdf-corpus.ts';
import { factsOf, isSound, outlineOf, tagsOf, textOf } from '#server/testing/files/probe.ts';
import { makePrinter } from '#server/adapters/printer/printer.ts';
import { printApplication } from './print-application.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { run, startQueuedDocuments, USERNAME } from '#server/testing/queued-documents.ts';
import { upload } from '#server/testing/uploads.ts';
import { convertDocumentHandler } from './convert-document.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Attaches files to a complete application with two colleges. */
async function applicationWith(files: Readonly<Record<string, Buffer>>) {
  const { context, applicant } = await startQueuedDocuments();
  await applicant.put('/api/answer', { answers: completeAnswers });
  await applicant.put('/api/add-another', { button_id: 'college', num_components: 2 });
  for (const [key, file] of Object.entries(files))
    await upload(applicant, key, file, `${key.slice(0, 9)}.pdf`);
  const documents = await context.database.kysely.selectFrom('documents').select('generation').execute();
  for (const { generation } of documents) await convertDocumentHandler(context)({ generation }, run);
  const account = await context.applicants.find(USERNAME);
  if (account === undefined) throw new Error('There is an account.');
  return { context, id: account.id };
}

test.each([
  { name: 'the shell', chromiumPath: undefined },
  { name: 'Chromium', chromiumPath: '/usr/bin/chromium' },
])(
  'attached documents are parts of one document, printed by $name',
  { tags: 'slow' },
  async ({ chromiumPath }) => {
    const { context, id } = await applicationWith({
      college_transcript: await saved(await withPage(595.28, 841.89)),
      employ_resume: await saved(await makePdf(2, 'Worked here')),
    });
    const printer = makePrinter({ chromiumPath, creator: 'Example University', sandbox: 'on' });
    const pdf = await printApplication({ ...context, printer }, id, run.signal);
    await printer.close();
    expect(isSound(pdf)).toBe(true);
    expect(factsOf(pdf)).toMatchObject({ Creator: 'Example University', Tagged: 'yes' });
    const pages = textOf(pdf).split('\f').slice(0, -1);
    const [numPages, numPrinted] = [pages.length, pages.length - 3];
    expect(pages.map((text) => /Page \d+ of \d+/.exec(text)?.[0])).toEqual(
      pages.map((_, index) => `Page ${index + 1} of ${numPages}`),
    );
    expect(pages.slice(-3).map((text) => text.trim().split(/\s*\n\s*/))).toEqual([
      [
        expect.stringMatching(/^Unofficial transcript +college_t\.pdf$/),
        'Unofficial transcript 1',
        expect.any(String),
      ],
      [expect.stringMatching(/^Résumé +employ_re\.pdf$/), 'Worked here 1', expect.any(String)],
      [expect.stringMatching(/^Résumé, continued +employ_re\.pdf$/), 'Worked here 2', expect.any(String)],
    ]);
    const outline = outlineOf(pdf);
    expect(outline[0]).toBe('Application of Grace Hopper 1');
    expect(outline).toContain('    Name 1');
    expect(outline.slice(-2)).toEqual([
      `  Unofficial transcript ${numPrinted + 1}`,
      `  Résumé ${numPrinted + 2}`,
    ]);
    const tags = tagsOf(pdf);
    expect(tags).toMatch(/H1[^"]*"Application of Grace Hopper"/);
    expect(tags).toMatch(/H2[^"]*"Résumé"/);
  },
);

test(
  'short lines print in two columns, a long answer across both, and the tags read on in order',
  { tags: 'slow' },
  async () => {
    const { context, applicant } = await startQueuedDocuments();
    const experience = Array.from({ length: 90 }, (_, index) => `word${index}`).join(' ');
    await applicant.put('/api/answer', {
      answers: { ...completeAnswers, employ_current: 'yes', employ_experience: experience },
    });
    await applicant.put('/api/tabs', { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' });
    const { id = '' } = (await context.applicants.find(USERNAME)) ?? {};
    const printer = makePrinter({ creator: 'Example University', sandbox: 'on' });
    const pdf = await printApplication({ ...context, printer }, id, run.signal);
    await printer.close();
    expect(factsOf(pdf)).toMatchObject({ Pages: '2', Tagged: 'yes' });
    const text = textOf(pdf);
    expect(text).toMatch(/^ *Name {5,}Address$/m);
    const longest = text.split('\n').find((line) => line.includes('word0 '));
    expect(longest?.match(/word/g)?.length).toBeGreaterThan(8);
    const tags = tagsOf(pdf);
    const headings = pages.flatMap((page) => [
      page.title,
      ...page.sections.map(({ title, titleOnPaper = title }) => titleOnPaper),
    ]);
    const tagged = [...tags.matchAll(/H[23] \(block\)\n(?: *(?:""|NonStruct)\n)* *"([^"]+)"/g)];
    // A letter like "ﬁ" ends a tag's text.
    const begins = (heading = '') => heading.slice(0, 5);
    expect(tagged.map(([, heading]) => begins(heading))).toEqual(headings.map((heading) => begins(heading)));
  },
);

test(
  'documents with the same label name their group, and hidden layers stay hidden',
  { tags: 'slow' },
  async () => {
    const { context, id } = await applicationWith({
      college_transcript: await makePicture({ type: 'jpeg' }),
      college_2_transcript: await saved(await withLayers('turned off')),
    });
    const pdf = await printApplication(context, id, run.signal);
    expect(outlineOf(pdf).slice(-2)).toEqual([
      expect.stringMatching(/^ {2}Unofficial transcript, College \d+$/),
      expect.stringMatching(/^ {2}Unofficial transcript, College 2 \d+$/),
    ]);
  },
);
