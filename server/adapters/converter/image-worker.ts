import { readFileSync, writeFileSync } from 'node:fs';
import { readJpeg, readPng } from './read-image.ts';

/**
 * Runs in the sandbox: `image-worker.ts png|jpeg`. Reads `picture` in the working folder, writes the bytes for the
 * page to `bytes`, and prints as JSON how they are laid out, or why the picture is refused.
 */
const [, , kind] = process.argv;
const file = readFileSync('picture');
const read = await (kind === 'png' ? readPng(file) : readJpeg(file));
if (typeof read === 'string') {
  process.stdout.write(JSON.stringify({ refused: read }));
} else {
  const { bytes, ...layout } = read;
  writeFileSync('bytes', bytes);
  process.stdout.write(JSON.stringify(layout));
}
