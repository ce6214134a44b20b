// The generated part of docs/design.md: the contrast of colors, and the pictures of the states.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { tenant } from '#tenant/tenant.ts';
import { contactSheets, renewContactSheets } from '../e2e/access/contact-sheets.ts';
import { contrastOf, pairs, palettesOf } from './contrast.ts';

export const DESIGN_FILE = 'docs/design.md';
const BEGIN = '<!-- begin: made by `npm run test:pictures -- --update` -->';
const END = '<!-- end -->';

/** The page with the current generated part. */
export function withGeneratedPart(page: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after === -1) throw new Error(`${DESIGN_FILE} has no marks.`);
  return page.slice(0, before + BEGIN.length) + generatedPart() + page.slice(after);
}

function generatedPart(): string {
  return ['', '## Contrast', contrastTable(), '## States', pictures(), ''].join('\n\n');
}

function contrastTable(): string {
  const { light, dark } = palettesOf(tenant.colors);
  const rows = Object.entries(Object.groupBy(pairs, ({ ground }) => ground)).map(([ground, onIt = []]) => {
    const cells = onIt.map((pair) => {
      const [inLight, inDark] = [light, dark].map((palette) => contrastOf(palette, pair).toFixed(1));
      return `${pair.front} ${inLight}/${inDark}`;
    });
    return `| ${ground} | ${cells.join(', ')} |`;
  });
  return ['| on | contrast in light/dark |', '| --- | --- |', ...rows].join('\n');
}

/** Sheets with the same captions list them once, above the first. */
function pictures(): string {
  let listed = '';
  return contactSheets
    .map(({ file, title, pictures: shown }) => {
      const captions = `In reading order: ${shown.map(({ caption }) => caption).join(', ')}.`;
      const lines = captions === listed ? [] : [captions];
      listed = captions;
      return [`### ${title}`, ...lines, `![The states, ${title}](images/design/${file})`].join('\n\n');
    })
    .join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await renewContactSheets();
  writeFileSync(DESIGN_FILE, withGeneratedPart(readFileSync(DESIGN_FILE, 'utf8')));
}
