import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCrowd } from '#server/seeds/crowd.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { makeContext } from '#server/context.ts';
import { parseEnv } from '#server/env.ts';
import { startServer } from '#server/testing/process.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { Browser } from '../http.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { installCalc, opened, type Cell } from './calc.ts';

const DATES = ['Submitted', 'Birth date'];
const TEXTS = ['Number', 'Name', 'E-mail', 'Entry term', 'ZIP or postal code', 'Social Security number'];

/** A clerk saves both lists of `runs` applications, and opens them in LibreOffice Calc. */
export async function runSpreadsheet({ runs, folder, say }: SuiteOptions): Promise<Report> {
  const missing = installCalc(folder);
  if (missing !== undefined) return { figures: {}, violations: [], skipped: [missing] };
  const dataDir = join(folder, 'data');
  const server = startServer(dataDir, { PORT: '0' });
  const base = await server.address();
  const context = await makeContext(parseEnv({ DATA_DIR: dataDir }), { log: silentLog, role: 'join' });
  await addCrowd(context, runs);
  const zips = ['01850', '00501', '18509-1234'];
  for (const [index, zip] of zips.entries())
    await context.database.pool.query(
      `UPDATE submissions SET frozen = jsonb_set(frozen, '{answer,zip}', to_jsonb($1::text))
       WHERE id = (SELECT id FROM submissions ORDER BY submitted_at DESC, id OFFSET $2 LIMIT 1)`,
      [zip, index],
    );
  const token = await context.officeLinks.issue('Suite', 3_600_000);
  const clerk = new Browser(() => base);
  await clerk.get(`/office?token=${token}`);
  await clerk.post('/office/enter');
  const violations: string[] = [];
  let cells = 0;
  for (const name of ['applications.csv', 'applications.xlsx', 'answers.csv', 'answers.xlsx']) {
    say(name);
    const file = join(folder, name);
    writeFileSync(file, (await clerk.get(`/office/${name}`)).raw);
    // Both forms have the same cells.
    const { text } = await clerk.get(`/office/${name.replace(/xlsx$/, 'csv')}`);
    const { headings, lines } = parseCsv(text);
    const [head = [], ...rows] = opened(file) ?? [];
    if (rows.length < lines.length)
      violations.push(`${name}: ${rows.length} of ${lines.length} rows are there.`);
    const places = new Map(
      headings.map((heading) => [heading, head.findIndex((one) => one.text === heading)]),
    );
    for (const [index, { content }] of lines.entries())
      for (const heading of [...DATES, ...TEXTS].filter((one) => places.has(one))) {
        const [wanted, cell] = [content[heading] ?? '', rows[index]?.[places.get(heading) ?? -1]];
        if (wanted === '') continue;
        cells += 1;
        if (!isRight(wanted, cell, DATES.includes(heading)))
          violations.push(`${name}, ${heading}: "${wanted}" became ${JSON.stringify(cell)}.`);
      }
    if (
      name.startsWith('answers') &&
      !zips.every((zip) => lines.some(({ content }) => content['ZIP or postal code'] === zip))
    )
      violations.push('The ZIP codes with zeros are not in the list.');
  }
  await context.close();
  await server.stop();
  return { figures: { applications: runs, cells }, violations: violations.slice(0, 20) };
}

function isRight(wanted: string, cell: Cell | undefined, isDate: boolean): boolean {
  if (cell === undefined) return false;
  return isDate
    ? cell.type === 'date' && cell.date.replace('T', ' ').startsWith(wanted)
    : cell.type === 'string' && cell.text === wanted;
}
