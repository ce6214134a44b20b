import { isCalendarDate } from '#dates.ts';
import type { Choice, EntryTerm, Major, Program } from '#partner.ts';
import { CsvError, parseCsv } from '#server/domain/ground/csv.ts';
import { CommandError } from './command.ts';

/** What a university offers, as `src/tenant/programs.ts` has it. */
export interface Offer {
  readonly programs: readonly Program[];
  readonly entryTerms: readonly EntryTerm[];
}

const HEADINGS = ['kind', 'code', 'label', 'of', 'iein', 'closes'] as const;
const LABEL_MAX_CHARS = 100;

type Kind = 'program' | 'major' | 'concentration' | 'term';
/** The kind of the line that `of` names. */
const PARENTS: Readonly<Record<Kind, Kind | undefined>> = {
  program: undefined,
  major: 'program',
  concentration: 'major',
  term: undefined,
};

interface Line {
  readonly number: number;
  readonly kind: Kind;
  readonly code: string;
  readonly label: string;
  readonly of: string;
  readonly iein: string;
  readonly closes: string;
}

/**
 * Reads programs, majors, concentrations and entry terms from the registrar's CSV, in the order of the form.
 *
 * @throws {CommandError} with a sentence for each wrong line
 */
export function readOffer(source: string): Offer {
  const lines = readLines(source);
  const wrong = [...lines.flatMap((line) => wrongIn(line, lines)), ...missingIn(lines)];
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
  const under = (kind: Kind, code: string) =>
    lines.filter((line) => line.kind === kind && (line.of === code || PARENTS[kind] === undefined));
  return {
    programs: under('program', '').map((line) => ({
      ...choiceOf(line),
      majors: under('major', line.code).map((major) => majorOf(major, under('concentration', major.code))),
    })),
    entryTerms: under('term', '').map((line) => ({
      ...choiceOf(line),
      ...(line.closes !== '' && { closes: line.closes }),
    })),
  };
}

function readLines(source: string): readonly Line[] {
  try {
    const { headings, lines } = parseCsv(source);
    const missing = HEADINGS.filter((heading) => !headings.includes(heading));
    const strange = headings.filter((heading) => !HEADINGS.some((known) => known === heading));
    if (missing.length + strange.length > 0)
      throw new CommandError(`The columns are ${HEADINGS.join(', ')}, not ${headings.join(', ')}.`);
    return lines.map(({ number, content }) => {
      const cell = (heading: (typeof HEADINGS)[number]) => (content[heading] ?? '').trim();
      const kind = cell('kind');
      if (!isKind(kind))
        throw new CommandError(`Line ${number}: kind is ${Object.keys(PARENTS).join(', ')}, not "${kind}".`);
      const [code, label, of] = [cell('code'), cell('label'), cell('of')];
      return { number, kind, code, label, of, iein: cell('iein'), closes: cell('closes') };
    });
  } catch (error) {
    throw error instanceof CsvError ? new CommandError(error.message) : error;
  }
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(PARENTS, text);
}

function wrongIn(line: Line, lines: readonly Line[]): string[] {
  const { number, kind, code, label, of, iein, closes } = line;
  const parent = PARENTS[kind];
  // The form distinguishes majors only by their codes.
  const isSame = (other: Line) =>
    other.kind === kind && other.code === code && (kind !== 'concentration' || other.of === of);
  const first = lines.find(isSame);
  const said = {
    [`"${code}" is no code. A code has 1 to 20 letters, digits, "-" or "_".`]: !/^[\w-]{1,20}$/.test(code),
    [`The label is missing or longer than ${LABEL_MAX_CHARS} characters.`]:
      label === '' || label.length > LABEL_MAX_CHARS || /\p{Cc}/u.test(label),
    [`The ${kind} ${code} is on line ${first?.number} already.`]: first !== line,
    [`A ${kind} belongs to nothing, so leave "of" blank.`]: parent === undefined && of !== '',
    [`There is no ${parent} "${of}" to which the ${kind} ${code} could belong.`]:
      parent !== undefined && !lines.some((other) => other.kind === parent && other.code === of),
    'iein is yes or blank.': !['', 'yes'].includes(iein),
    'iein is for majors and concentrations.': iein !== '' && kind !== 'major' && kind !== 'concentration',
    [`"${closes}" is no date. Write it as 2027-07-15.`]: closes !== '' && !isCalendarDate(closes),
    'Only a term closes.': closes !== '' && kind !== 'term',
  };
  return Object.entries(said).flatMap(([sentence, is]) => (is ? [`Line ${number}: ${sentence}`] : []));
}

function missingIn(lines: readonly Line[]): string[] {
  const programs = lines.filter(({ kind }) => kind === 'program');
  const empty = programs.filter(({ code }) => !lines.some(({ kind, of }) => kind === 'major' && of === code));
  return [
    ...(programs.length === 0 ? ['There is no program.'] : []),
    ...(lines.some(({ kind }) => kind === 'term') ? [] : ['There is no term.']),
    ...empty.map(({ number, code }) => `Line ${number}: The program ${code} has no major.`),
  ];
}

function choiceOf({ code, label }: Line): Choice {
  return { value: code, label };
}

function majorOf(line: Line, under: readonly Line[]): Major {
  const withNumber = under.filter(({ iein }) => iein !== '').map(({ code }) => code);
  return {
    ...choiceOf(line),
    ...(under.length > 0 && { concentrations: under.map(choiceOf) }),
    ...(line.iein !== '' ? { iein: true as const } : withNumber.length > 0 && { iein: withNumber }),
  };
}

/** One part of an offer: the question that it answers, its code, and its text. */
interface Part {
  readonly key: 'program_type' | 'applied_major' | 'applied_concentration' | 'entry_term';
  readonly code: string;
  readonly text: string;
}

function partsOf({ programs, entryTerms }: Offer): ReadonlyMap<string, Part> {
  const part = (key: Part['key'], code: string, text: string, path = code): [string, Part] => [
    `${key} ${path}`,
    { key, code, text },
  ];
  return new Map([
    ...programs.flatMap(({ value, label, majors }) => [
      part('program_type', value, label),
      ...majors.flatMap((major) => {
        const { value: code, label: name, iein, concentrations = [] } = major;
        const number = iein === undefined ? '' : iein === true ? ', IEIN' : `, IEIN with ${iein.join(', ')}`;
        return [
          part('applied_major', code, `${name} in ${value}${number}`),
          ...concentrations.map((one) =>
            part('applied_concentration', one.value, `${one.label} in ${code}`, `${code}/${one.value}`),
          ),
        ];
      }),
    ]),
    ...entryTerms.map(({ value, label, closes }) =>
      part('entry_term', value, closes === undefined ? label : `${label}, closes ${closes}`),
    ),
  ]);
}

/** How many drafts have an answer. */
export interface DraftFigure {
  readonly key: string;
  readonly value: string;
  readonly drafts: number;
}

/** Lists what a new offer changes, and how many drafts have something that is changed or removed. */
export function changesBetween(now: Offer, then: Offer, figures: readonly DraftFigure[]): string[] {
  const [before, after] = [partsOf(now), partsOf(then)];
  const touched = ({ key, code }: Part) => {
    const drafts = figures.find((one) => one.key === key && one.value === code)?.drafts ?? 0;
    return drafts === 0 ? '' : ` (${drafts} ${drafts === 1 ? 'draft has' : 'drafts have'} it)`;
  };
  return [
    ...[...before].flatMap(([path, part]) => {
      const { code, text } = part;
      const next = after.get(path);
      if (next === undefined) return [`- ${code}: ${text}${touched(part)}`];
      return next.text === text ? [] : [`~ ${code}: ${text} → ${next.text}${touched(part)}`];
    }),
    ...[...after].flatMap(([path, { code, text }]) => (before.has(path) ? [] : [`+ ${code}: ${text}`])),
  ];
}

/** The source of `src/tenant/programs.ts`. */
export function sourceOf({ programs, entryTerms }: Offer): string {
  const [all, terms] = [programs, entryTerms].map((list) => JSON.stringify(list, undefined, 2));
  return `import type { EntryTerm, Program } from '#partner.ts';

/** The programs on offer: program type → major → concentration. Written by \`npm run programs\`. */
export const programs: readonly Program[] = ${all};

export const entryTerms: readonly EntryTerm[] = ${terms};
`;
}
