// Reads what pages that ended too soon have left in local storage; `early.ts` saves it.
import { browserMemory } from '#device/plain-memory.ts';
import { questionFor } from '#form/form.ts';
import { unfinishedKey, type AnswerKey, type UnfinishedKey } from '#form/keys.ts';
import { toMonthText } from '#ui/parse-month.ts';
import { NO_DATE, parseDate, textOfBoxes, toIsoDate, type DateParts } from '#ui/parse-date.ts';

const PREFIX = 'last-words/early/';

interface Answers {
  readonly get: (key: string) => string;
  readonly set: (key: AnswerKey | UnfinishedKey, value: string) => void;
}

let names: readonly string[] = [];
let found: ReadonlyMap<string, string> | undefined;

/** The key in the name of a field: a date and a month have a field for each part. */
export function keyIn(name: string): string {
  return name.replace(/-.*/, '');
}

/** What earlier pages have left, by the name of the field. */
export function leftBehind(): ReadonlyMap<string, string> {
  if (found !== undefined) return found;
  const all = browserMemory.names();
  names = all.filter((name) => name.startsWith(PREFIX)).sort();
  return (found = new Map(names.flatMap((name) => textsIn(browserMemory.read(name)))));
}

/** @returns nothing for a damaged entry */
function textsIn(entry: string): [string, string][] {
  const units = entry.split(',').map(Number);
  const noise = units.splice(0, units.length / 2);
  const text = units.map((unit, index) => String.fromCharCode(unit ^ (noise[index] ?? 0))).join('');
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

/** Enters what earlier pages have left. Call it before the device is read. A filled field of this page wins. */
export function enterLeftBehind({ get, set }: Answers): void {
  const dates = new Map<AnswerKey, DateParts>();
  for (const [name, value] of leftBehind()) {
    const [, part = 'whole'] = name.split('-');
    const { key, kind } = questionFor(keyIn(name)) ?? {};
    if (key === undefined || get(key) !== '') continue;
    if (kind === 'date' || (kind === 'month' && part !== 'whole'))
      dates.set(key, { ...(dates.get(key) ?? NO_DATE), ...(parseDate(value) ?? { [part]: value }) });
    else set(key, value);
  }
  for (const [key, boxes] of dates) {
    const date = questionFor(key)?.kind === 'month' ? toMonthText(boxes) : toIsoDate(boxes);
    set(date === '' ? unfinishedKey(key) : key, date || textOfBoxes(boxes));
  }
}

/**
 * Call it once the device has been read and the answers have all that was entered. From then on, the device stores it.
 */
export function forgetLeftBehind(): void {
  for (const name of [...names, window.stopSavingEarly?.() ?? '']) browserMemory.forget(name);
}
