// Pictures of the states for docs/design.md: npm run design.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { takeMode } from './modes.ts';
import { pictured } from './pictured.ts';
import { test } from './state.ts';
import { states } from './states.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/images/design');
/** Small: to be looked at side by side, not read. */
const PICTURE_WIDTHS_PX = { 390: 300, 1280: 600 } as const;

for (const { file, name } of pictured) {
  const state = states.find((candidate) => candidate.name === name);
  if (state === undefined) throw new Error(`There is no state "${name}".`);

  test(name, async ({ scene }) => {
    test.setTimeout(180_000);
    await mkdir(FOLDER, { recursive: true });
    await state.bring(scene);
    for (const width of [390, 1280] as const) {
      for (const colour of ['light', 'dark'] as const) {
        await takeMode(scene.page, { width, colour });
        await sharp(await scene.page.screenshot({ animations: 'disabled' }))
          .resize({ width: PICTURE_WIDTHS_PX[width] })
          .webp({ quality: 62 })
          .toFile(path.join(FOLDER, `${file}-${width}-${colour}.webp`));
      }
    }
  });
}
