import { expect, test } from 'vitest';
import { FILE_ACCEPT, withTrueEnding } from './kind-of-file.ts';

const bytes = {
  pdf: '%PDF-1.7\n',
  'pdf behind a banner': `${' '.repeat(900)}%PDF-1.4`,
  jpeg: '\xff\xd8\xff\xe1',
  png: '\x89PNG\r\n\x1a\n',
  docx: `PK\x03\x04${'.'.repeat(2000)}word/document.xml`,
  xlsx: `PK\x03\x04${'.'.repeat(2000)}xl/workbook.xml`,
  heic: '\0\0\0\x18ftypheic',
  webp: 'RIFF\0\0\0\0WEBPVP8 ',
  text: 'Dear committee',
  'old Word': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
};

const fileOf = (content: string, name: string) =>
  new File([Uint8Array.from(content, (sign) => sign.charCodeAt(0))], name, { type: 'x/y' });

test.each<{ is: keyof typeof bytes; name: string; becomes: string; type?: string }>([
  { is: 'pdf', name: 'Transcript', becomes: 'Transcript.pdf', type: 'application/pdf' },
  { is: 'jpeg', name: '1000012345', becomes: '1000012345.jpg', type: 'image/jpeg' },
  { is: 'jpeg', name: 'Scan 2026-11-02 10.15', becomes: 'Scan 2026-11-02 10.15.jpg', type: 'image/jpeg' },
  { is: 'pdf behind a banner', name: 'Dr. Smith', becomes: 'Dr. Smith.pdf', type: 'application/pdf' },
  { is: 'jpeg', name: 'scan.PDF', becomes: 'scan.jpg', type: 'image/jpeg' },
  { is: 'jpeg', name: 'photo.jfif', becomes: 'photo.jpg', type: 'image/jpeg' },
  { is: 'png', name: 'photo.jpg', becomes: 'photo.png', type: 'image/png' },
  { is: 'heic', name: 'IMG_1.JPG', becomes: 'IMG_1.heic', type: 'image/heic' },
  { is: 'webp', name: 'photo.jpg', becomes: 'photo.webp', type: 'image/webp' },
  { is: 'docx', name: 'Letter.doc', becomes: 'Letter.docx' },
  { is: 'docx', name: '.docx.part', becomes: '.docx.part.docx' },
  { is: 'pdf', name: 'transcript.PDF', becomes: 'transcript.PDF', type: 'x/y' },
  { is: 'jpeg', name: 'photo.jpeg', becomes: 'photo.jpeg', type: 'x/y' },
  { is: 'xlsx', name: 'grades', becomes: 'grades', type: 'x/y' },
  { is: 'text', name: 'Letter', becomes: 'Letter', type: 'x/y' },
  { is: 'old Word', name: 'Letter.doc', becomes: 'Letter.doc', type: 'x/y' },
])('$is called "$name" becomes "$becomes"', async ({ is, name, becomes, type }) => {
  const file = await withTrueEnding(fileOf(bytes[is], name));
  expect(file.name).toBe(becomes);
  if (type !== undefined) expect(file.type).toBe(type);
  expect(file.size).toBe(bytes[is].length);
});

test('a file that cannot be read stays as it is', async () => {
  const gone = fileOf(bytes.pdf, 'Transcript');
  gone.slice = () => {
    const part = new Blob();
    part.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
    return part;
  };
  expect(await withTrueEnding(gone)).toBe(gone);
});

test('a dialog offers what can be attached or made to fit, by type and by ending', () => {
  expect(FILE_ACCEPT).toEqual(
    expect.arrayContaining(['.png', '.jpeg', '.jpg', '.pdf', '.docx', '.heic', '.webp', 'application/pdf']),
  );
  expect(FILE_ACCEPT[0]).toBe('image/jpeg');
  // The old Word format cannot be converted.
  expect(FILE_ACCEPT).not.toContain('.doc');
});
