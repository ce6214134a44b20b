import { questionFor } from '#form/form.ts';
import { answerKeys } from '#form/keys.ts';
import { withMaskedSsns } from '#form/masked-ssn.ts';
import { readAnswers } from '#form/read-answer.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import { printable } from '#server/cli/printable.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { runAdmin } from '#server/testing/process.ts';
import { send } from '../http.ts';
import type { VirtualApplicant } from '../virtual-applicant.ts';
import { naughtyStrings } from './naughty-strings.ts';

const FORMULA = /(?:^|[;\t\r\n])[;\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** The apostrophes that stop formulas in a spreadsheet: the only characters that the CSV adds. */
const APOSTROPHES = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[;\s"\p{Cc}\p{Cf}]*.)/gu;

/** Every key that accepts any text, including labels of chosen options. */
const storedKeys = answerKeys
  .filter((key) => !['checkbox', 'stamp'].includes(questionFor(key)?.kind ?? ''))
  .flatMap((key) => [key, `${key}_desc`])
  .filter((key) => maxCharsOf(key) !== undefined);

/** Saves every naughty string once under every key, in at most `naughtyStrings.length` rounds. */
export async function judgeRoundTrip(
  applicant: VirtualApplicant,
  serviceToken: string,
  base: string,
  dataDir: string,
  maxRounds: number,
): Promise<string[]> {
  const violations: string[] = [];
  const rounds = Math.min(maxRounds, naughtyStrings.length);
  let answers: Readonly<Record<string, string>> = {};
  for (let round = 0; round < rounds; round += 1) {
    answers = answersOf(round);
    const saved = await applicant.browser.put('/api/answer', { answers });
    if (saved.status !== 200) violations.push(`Round ${round} was refused: ${saved.text.slice(0, 300)}`);
    const profile = (await applicant.profile()).body.answer;
    violations.push(...differences(`profile, round ${round}`, answers, profile));
    const view = await send(base, 'GET', `/service/tmp-pdf?service_token=${serviceToken}`);
    const shown = withMaskedSsns(readAnswers(answers));
    violations.push(...differences(`service view, round ${round}`, shown, view.body?.answer ?? {}));
  }
  return [...violations, ...(await judgeExports(applicant.username, answers, dataDir))];
}

function answersOf(round: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    storedKeys.map((key, index) => [
      key,
      cut(naughtyStrings[(index + round) % naughtyStrings.length] ?? '', maxCharsOf(key) ?? 0),
    ]),
  );
}

/** Cuts a text to the key's length, never through the middle of a character. */
function cut(text: string, most: number): string {
  const short = text.slice(0, most);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

async function judgeExports(
  username: string,
  answers: Readonly<Record<string, string>>,
  dataDir: string,
): Promise<string[]> {
  const lines = (await runAdmin(dataDir, 'export')).stdout.trimEnd().split('\n');
  const line = lines.map((text) => JSON.parse(text)).find((row) => row.username === username);
  const csv = (await runAdmin(dataDir, 'export', '--csv')).stdout;
  const row = parseCsv(csv).lines.find(({ content }) => content['username'] === username)?.content ?? {};
  const unsafe = Object.entries(row).filter(([, cell]) => FORMULA.test(cell));
  const plain = Object.fromEntries(
    Object.entries(row).map(([key, cell]) => [key, printable(withControls(cell).replace(APOSTROPHES, ''))]),
  );
  const read = readAnswers(answers);
  const printed = Object.fromEntries(Object.entries(read).map(([key, value]) => [key, printable(value)]));
  return [
    ...differences('JSON lines', read, line?.answer ?? {}),
    ...differences('CSV', printed, plain),
    ...unsafe.map(([key]) => `CSV: ${key} would be computed by a spreadsheet.`),
  ];
}

/** Commands print control characters and direction marks as JSON would, so that a terminal only shows them. */
function withControls(cell: string): string {
  return cell.replace(/\\u(?:00|20)[0-9a-f]{2}/g, (written) => JSON.parse(`"${written}"`));
}

function differences(
  where: string,
  wanted: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(wanted)
    .filter(([key, value]) => (found[key] ?? '') !== value)
    .map(
      ([key, value]) =>
        `${where}: ${key} is ${JSON.stringify(found[key])} instead of ${JSON.stringify(value)}.`,
    );
}
