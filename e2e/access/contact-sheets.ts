import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { papers, pictured, printed, views } from './pictured.ts';

/** One image with all pictures of a view, or all that are printed. */
interface ContactSheet {
  readonly file: string;
  readonly title: string;
  readonly columns: number;
  /** The size of one picture, in px. */
  readonly width: number;
  readonly height: number;
  /** The pictures in reading order, and the states that they show. */
  readonly pictures: readonly { readonly name: string; readonly caption: string }[];
}

const SHEETS_FOLDER = 'docs/images/design';
/** New pictures wait here until they are put into their sheets. */
const NEW_PICTURES_FOLDER = 'build/pictures';
const CAPTION_HEIGHT_PX = 30;
const GAP_PX = 12;
export const GRAY = '#8a8f8c';

/** The sizes of the pictures: small, because people compare them side by side and do not read them. */
export const SCREENS = {
  390: { columns: 6, width: 300, height: 649 },
  1280: { columns: 4, width: 600, height: 396 },
} as const;
export const PAPER = { columns: 4, width: 420, height: 594 };

export const contactSheets: readonly ContactSheet[] = [
  ...views.map(({ width, color }) => ({
    ...SCREENS[width],
    file: `${width}-${color}.webp`,
    title: `${width} px, ${color}`,
    pictures: pictured.map(({ file, name }) => ({ name: `${file}-${width}-${color}`, caption: name })),
  })),
  {
    ...PAPER,
    file: 'paper.webp',
    title: 'Printed',
    pictures: printed.flatMap(({ file, name }) =>
      papers.map((paper) => ({ name: `${file}-${paper.toLowerCase()}`, caption: `${name}, ${paper}` })),
    ),
  },
];

/** The stored picture with this name; `undefined` if its sheet does not exist. */
export async function storedPicture(name: string): Promise<Buffer | undefined> {
  const sheet = contactSheets.find(({ pictures }) => pictures.some((picture) => picture.name === name));
  if (sheet === undefined) throw new Error(`No contact sheet has ${name}.`);
  const image = await readFile(path.join(SHEETS_FOLDER, sheet.file)).catch(() => undefined);
  const { width, height } = sheet;
  return (
    image &&
    sharp(image)
      .extract({ ...placeOf(sheet, name), width, height })
      .png()
      .toBuffer()
  );
}

/** Keeps a picture for its sheet. */
export async function keepNewPicture(name: string, picture: Buffer): Promise<void> {
  await mkdir(NEW_PICTURES_FOLDER, { recursive: true });
  await writeFile(path.join(NEW_PICTURES_FOLDER, `${name}.png`), picture);
}

/**
 * Puts the new pictures into their sheets. Other pictures stay as they are, so a change of the list of states needs all
 * pictures anew.
 */
export async function renewContactSheets(): Promise<void> {
  const folder = NEW_PICTURES_FOLDER;
  const files = await readdir(folder).catch((): string[] => []);
  for (const sheet of contactSheets) {
    if (!sheet.pictures.some(({ name }) => files.includes(`${name}.png`))) continue;
    const pictures = await Promise.all(
      sheet.pictures.map(async ({ name }) => ({
        input: files.includes(`${name}.png`) ? path.join(folder, `${name}.png`) : await storedPicture(name),
        ...placeOf(sheet, name),
      })),
    );
    const captions = sheet.pictures.map(({ name, caption }) => ({
      input: captionImage(caption, sheet.width),
      left: placeOf(sheet, name).left,
      top: placeOf(sheet, name).top - CAPTION_HEIGHT_PX,
    }));
    const image = sharp({ create: { ...sizeOf(sheet), channels: 3, background: GRAY } })
      .composite([...pictures, ...captions])
      .webp({ quality: 62, effort: 6 });
    await writeFile(path.join(SHEETS_FOLDER, sheet.file), await image.toBuffer());
  }
  await rm(folder, { recursive: true, force: true });
}

function placeOf({ columns, width, height, pictures }: ContactSheet, name: string) {
  const index = pictures.findIndex((picture) => picture.name === name);
  return {
    left: GAP_PX + (index % columns) * (width + GAP_PX),
    top: CAPTION_HEIGHT_PX + Math.floor(index / columns) * (height + CAPTION_HEIGHT_PX),
  };
}

function sizeOf({ columns, width, height, pictures }: ContactSheet) {
  return {
    width: GAP_PX + columns * (width + GAP_PX),
    height: Math.ceil(pictures.length / columns) * (height + CAPTION_HEIGHT_PX) + GAP_PX,
  };
}

function captionImage(caption: string, width: number): Buffer {
  return Buffer.from(
    `<svg width="${width}" height="${CAPTION_HEIGHT_PX}"><text x="2" y="21" font-family="sans-serif" font-size="14" fill="#fff">${caption}</text></svg>`,
  );
}
