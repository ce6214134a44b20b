import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import {
  byQpdf,
  makePdf,
  pageObjects,
  saved,
  streamObject,
  writePdf,
} from '#server/testing/files/pdf-corpus.ts';

/** A small file of each kind that programs and cameras make, by name. */
export async function makeSamples(): Promise<ReadonlyMap<string, Buffer>> {
  const pdf = await saved(await makePdf(3));
  const jpeg = await makePicture({ type: 'jpeg', orientation: 6 });
  const layered = pageObjects({
    content: 'BT /F1 18 Tf 72 700 Td (Transcript) Tj ET /OC /Off BDC 1 0 0 rg 72 400 300 200 re f EMC',
    resources: '/Properties << /Off 6 0 R >>',
    catalog: '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>',
    more: ['<< /Type /OCG /Name (VOID) >>'],
  });
  const portfolio = pageObjects({
    catalog: '/Collection << >> /Names << /EmbeddedFiles << /Names [(a.pdf) 6 0 R] >> >>',
    more: [
      '<< /Type /Filespec /F (a.pdf) /EF << /F 7 0 R >> >>',
      streamObject('%PDF', '/Type /EmbeddedFile'),
    ],
  });
  return new Map([
    ['pages.pdf', pdf],
    ['linearized.pdf', byQpdf(pdf, '--linearize')],
    ['footer-behind-end.pdf', Buffer.concat([pdf, Buffer.from('<p>portal</p>'.repeat(400))])],
    ['stray-bracket.pdf', writePdf(pageObjects({ content: 'BT /F1 18 Tf 72 700 Td (Transcript) Tj ET ]' }))],
    ['hidden-layer.pdf', writePdf(layered)],
    ['portfolio.pdf', writePdf(portfolio)],
    ['blank.pdf', writePdf(pageObjects({ content: '' }))],
    ['cut-off.pdf', pdf.subarray(0, pdf.length / 2)],
    ['turned.jpg', jpeg],
    ['no-end.jpg', jpeg.subarray(0, -2)],
    ['cut-off.jpg', jpeg.subarray(0, jpeg.length / 2)],
    ['turned.png', await makePicture({ type: 'png', orientation: 6 })],
    ['palette.png', await makePicture({ type: 'png', color: 'palette' })],
    ['letter.docx', makeDocx({ body: paragraph('Letter of recommendation') })],
  ]);
}
