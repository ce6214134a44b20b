// Measures the heart of the client, as `src/application/README.md` has it: npm run measures
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOMS = ['application', 'device', 'files', 'first-visit', 'api', 'app'] as const;
const TOTAL_LINES_GOAL = 7000;
const CLASSES_GOAL = 20;
const FILE_LINES_GOAL = 250;
const TIMER_FILES_GOAL = 1;

interface Source {
  readonly room: (typeof ROOMS)[number];
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

type Row = readonly [measure: string, goal: string, now: string];

function sourcesOf(room: Source['room']): readonly Source[] {
  return readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .sort()
    .map((file) => {
      const path = `src/${room}/${file}`;
      const text = readFileSync(path, 'utf8');
      return { room, path, text, lines: text.split('\n').length - 1 };
    });
}

function linesOf(sources: readonly Source[]): string {
  return sources.reduce((sum, { lines }) => sum + lines, 0).toLocaleString('en-US');
}

/** Whether a file sets a timer, by the browser or by our clock. */
function hasTimer({ text }: Source): boolean {
  return /\b(?:setTimeout|setInterval)\(|clock\.(?:after|every)\(/i.test(text);
}

function timersIn(sources: readonly Source[], room: Source['room']): Row {
  const files = sources.filter((source) => source.room === room && hasTimer(source));
  const names = files.map(({ path }) => `\`${basename(path)}\``).join(', ');
  const goal = room === 'application' ? String(TIMER_FILES_GOAL) : '';
  return [`files with timers in ${room}${names === '' ? '' : `: ${names}`}`, goal, String(files.length)];
}

/** The measures as a table in Markdown. */
export function measuresTable(): string {
  const sources = ROOMS.flatMap(sourcesOf);
  const classes = sources.flatMap(({ text }) => text.match(/^(?:export )?(?:abstract )?class \w+/gm) ?? []);
  const long = sources.filter(({ lines }) => lines > FILE_LINES_GOAL);
  const longest = sources.toSorted((one, other) => other.lines - one.lines)[0];
  const rows: readonly Row[] = [
    ['measure', 'goal', 'now'],
    ['---', '--:', '--:'],
    ['lines without tests', TOTAL_LINES_GOAL.toLocaleString('en-US'), linesOf(sources)],
    ...ROOMS.map((room): Row => [
      `lines in ${room}`,
      '',
      linesOf(sources.filter((source) => source.room === room)),
    ]),
    ['classes', String(CLASSES_GOAL), String(classes.length)],
    [`lines of the longest file, \`${longest?.path}\``, String(FILE_LINES_GOAL), String(longest?.lines)],
    [`files of more than ${FILE_LINES_GOAL} lines`, '0', String(long.length)],
    ...ROOMS.map((room) => timersIn(sources, room)),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(measuresTable());
