import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGE = 'libreoffice-calc-nogui';
/** Comma, double quotes, UTF-8, from line 1, US English, "Format quoted field as text", "Detect special numbers". */
const IMPORT = 'CSV:44,34,76,1,,1033,true,true';

/** A cell as the spreadsheet program understands it. */
export interface Cell {
  /** The cell's type, such as `string`, `float` or `date`; `''` when empty. */
  readonly type: string;
  readonly text: string;
  /** Of a date: ISO 8601. */
  readonly date: string;
}

/** Installs LibreOffice Calc if it is missing. Only this suite needs it. Returns why it cannot run. */
export function installCalc(folder: string): string | undefined {
  const probe = join(folder, 'probe.csv');
  writeFileSync(probe, '"a"\r\n');
  const works = () => opened(probe) !== undefined;
  if (works()) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', PACKAGE], { stdio: 'ignore', env });
  return works() ? undefined : `LibreOffice Calc is missing; "apt-get install ${PACKAGE}" brings it.`;
}

/**
 * Opens a spreadsheet, a CSV with the setting that docs/office.md names. Returns its rows, `undefined` if it cannot be
 * opened.
 */
export function opened(file: string): readonly (readonly Cell[])[] | undefined {
  const folder = dirname(file);
  const profile = pathToFileURL(join(folder, 'profile')).href;
  spawnSync(
    'soffice',
    [
      `-env:UserInstallation=${profile}`,
      ...['--headless', ...(file.endsWith('.csv') ? [`--infilter=${IMPORT}`] : [])],
      ...['--convert-to', 'fods', '--outdir', folder, file],
    ],
    { stdio: 'ignore' },
  );
  try {
    return rowsOf(readFileSync(join(folder, `${parse(file).name}.fods`), 'utf8'));
  } catch {
    return undefined;
  }
}

function rowsOf(xml: string): Cell[][] {
  return [...xml.matchAll(/<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes = '', content = '']) => {
        const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
        const cell = {
          type: attribute('office:value-type'),
          date: attribute('office:date-value'),
          text: [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line = '']) => line).join('\n'),
        };
        const times = Number(attribute('table:number-columns-repeated') || 1);
        return Array.from({ length: Math.min(times, 1000) }, () => cell);
      },
    ),
  );
}
