import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { tenant } from '#tenant/tenant.ts';
import { draftFigures } from '#server/domain/application/figures.ts';
import { defineCommand } from '../command.ts';
import { changesBetween, readOffer, sourceOf } from '../programs-csv.ts';
import { readGiven } from '../standard-streams.ts';
import { text, word } from '../takes.ts';

const TENANT_FILE = fileURLToPath(new URL('../../../src/tenant/programs.ts', import.meta.url));

export const programsCommand = defineCommand({
  name: 'programs',
  needs: 'place',
  takes: {
    what: z.enum(['check', 'write'], 'Say check or write.').check(word('check|write')),
    file: text('FILE.csv', 'Which file? Give the CSV of the registrar.'),
  },
  description:
    'Reads programs, majors, concentrations and entry terms from a CSV with the columns kind (program, major, concentration or term), code, label, of (the code that it belongs to), iein (yes, where the educator number is required) and closes (the last day of a term). Prints what it would add (+), change (~) and remove (-), and how many drafts have that. `write` also writes src/tenant/programs.ts. Build and start the server anew after that.',
  async run({ context, print, what, file }) {
    const offer = readOffer(String(await readGiven(file)));
    const changes = changesBetween(tenant, offer, await draftFigures(context.database));
    for (const change of changes) print(change);
    if (changes.length === 0) print('Nothing changes.');
    else if (what === 'write') await writeFile(TENANT_FILE, await formatted(sourceOf(offer)));
  },
});

/** An installation without the tools of developers has no formatter. */
async function formatted(source: string): Promise<string> {
  const prettier = await import('prettier').catch(() => undefined);
  if (prettier === undefined) return source;
  const options = await prettier.resolveConfig(TENANT_FILE);
  return prettier.format(source, { ...options, filepath: TENANT_FILE });
}
