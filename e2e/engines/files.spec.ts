import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { pdfFile, storedPages } from '../support/files.ts';
import { test } from './test.ts';

test('photos of a transcript become one PDF, upright and in their order @long', async ({
  person,
  server,
}, info) => {
  const colors = { red: { r: 200, g: 30, b: 30 }, green: { r: 20, g: 120, b: 40 } };
  const photos = await Promise.all(
    Object.entries(colors).map(async ([name, background]) => {
      const file = info.outputPath(`${name}.jpg`);
      const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background } });
      await writeFile(file, await photo.jpeg().withMetadata({ orientation: 6 }).toBuffer());
      return file;
    }),
  );
  await person.hasADraft();
  await person.opens('/education');
  await person.choosesFiles('college_transcript', ...photos);
  await person.presses('Make one PDF', 'Make one PDF of your photos');
  await person.presses('Use this PDF', 'Can you read every page?');
  await person.reads(/^Attached/, 60_000);
  expect(await storedPages(server.dataDir, 2)).toEqual([
    { isUpright: true, color: 'red' },
    { isUpright: true, color: 'green' },
  ]);
});

test('a file chosen offline waits, also through a reload, and uploads once @long', async ({
  person,
  network,
}, info) => {
  const { name, buffer } = await pdfFile();
  const file = info.outputPath(name);
  await writeFile(file, buffer);
  await person.hasADraft();
  await person.opens('/education');
  await person.isKeptForOffline();
  await network.isCut();
  await person.choosesFiles('college_transcript', file);
  await person.reads(name);
  await person.reads(/^Offline/);
  await person.reloads();
  await person.reads(name);
  await network.opens();
  await person.reads(/^Attached/, 60_000);
  const documents = await person.calls('GET', '/api/document-answer');
  expect(documents.college_transcript).toMatchObject({ file_name: name, status: 'COMPLETED' });
});
