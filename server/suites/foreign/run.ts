// Sends files through the converter and prints the results: npm run test:foreign -- [FOLDER]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeConverter } from '#server/adapters/converter/converter.ts';
import { judge, type Verdict } from './judge.ts';
import { makeSamples } from './samples.ts';

const [folder] = process.argv.slice(2);
const converter = makeConverter({
  sofficePath: process.env['SOFFICE_PATH'] ?? '/usr/bin/soffice',
  sandbox: 'on',
});
const counts: Record<Verdict['verdict'] | 'failed', number> = { kept: 0, refused: 0, changed: 0, failed: 0 };

for (const [name, read] of await files()) {
  try {
    const { verdict, why } = await judge(read(), converter);
    counts[verdict] += 1;
    console.log(`${verdict.padEnd(8)} ${name}${why === '' ? '' : `  ${why}`}`);
  } catch (error) {
    counts.failed += 1;
    console.log(`failed   ${name}  ${error instanceof Error ? error.message : String(error)}`);
  }
}
await converter.close();
console.log(
  Object.entries(counts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', '),
);
process.exitCode = counts.changed + counts.failed === 0 ? 0 : 1;

/** Returns the files of the folder and its subfolders, or small files made here. */
async function files(): Promise<[name: string, read: () => Buffer][]> {
  if (folder === undefined) return [...(await makeSamples())].map(([name, content]) => [name, () => content]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path, () => readFileSync(path)]);
}
