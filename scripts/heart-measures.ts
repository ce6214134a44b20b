// Prints measures of `src/application`, beside their limits: npm run measures
import { readdirSync, readFileSync } from 'node:fs';

const ROOMS = ['application', 'device', 'files', 'first-visit', 'api', 'app'] as const;
const LINES_GOAL = 7700;
const FILE_LINES_GOAL = 250;
const FUNCTION_LINES_GOAL = 100;
const STATES_GOAL = 25;
const UPLOAD_FIELDS_GOAL = 12;
const UPLOAD_FLAGS_GOAL = 2;

interface Source {
  readonly room: string;
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

function sourcesOf(room: string): readonly Source[] {
  return readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => {
      const path = `src/${room}/${file}`;
      const text = readFileSync(path, 'utf8');
      return { room, path, text, lines: linesIn(text) };
    });
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** Functions and classes of a module that are too long for one screen. Each ends at a line that begins with a brace. */
function longFunctions({ text, path }: Source): readonly string[] {
  const found = text.matchAll(
    /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function|class) (\w+)[^]*?^\}/gm,
  );
  return [...found]
    .filter(([all]) => linesIn(all) + 1 > FUNCTION_LINES_GOAL)
    .map(([, name]) => `${name} in ${path}`);
}

/** Variables beside the state: those of closures, and private fields. */
function statesBeside({ text }: Source): number {
  return text.match(/^\s*let |^\s+(?:readonly )?#\w+(?: =|[?:;])/gm)?.length ?? 0;
}

/** The types of the fields of an upload. */
function uploadFields(): readonly string[] {
  const model = readFileSync('src/application/account/upload-model.ts', 'utf8');
  const [, body = ''] = /^export interface Upload \{([^]*?)^\}/m.exec(model) ?? [];
  return [...body.matchAll(/^ {2}readonly \w+\??: (.*);/gm)].map(([, type = '']) => type);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

const sources = ROOMS.flatMap(sourcesOf);
const long = sources.flatMap(longFunctions);
const fields = uploadFields();
const beside = sources.filter(({ room }) => room === 'application' || room === 'device');
const rows: readonly (readonly [measure: string, now: number, goal?: number])[] = [
  ['lines without tests', sum(sources.map(({ lines }) => lines)), LINES_GOAL],
  ...ROOMS.map(
    (room) =>
      [`  of ${room}`, sum(sources.filter((one) => one.room === room).map(({ lines }) => lines))] as const,
  ),
  ['lines of the longest file', Math.max(...sources.map(({ lines }) => lines)), FILE_LINES_GOAL],
  [`functions and classes of more than ${FUNCTION_LINES_GOAL} lines`, long.length, 0],
  ['variables beside the state', sum(beside.map(statesBeside)), STATES_GOAL],
  ['fields of an upload', fields.length, UPLOAD_FIELDS_GOAL],
  ['  of them flags', fields.filter((type) => type === 'boolean').length, UPLOAD_FLAGS_GOAL],
];
console.table(rows.map(([measure, now, goal]) => ({ measure, now, goal })));
for (const name of long) console.log(`long: ${name}`);
