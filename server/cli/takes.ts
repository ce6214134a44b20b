import * as z from 'zod/mini';
import { DAY_MS } from '#server/adapters/clock.ts';

/**
 * What a command takes: the schema of each word and option by its name, in the order of the usage. `shown` is a word's
 * name, or the placeholder for an option's value.
 */
export type Takes = Readonly<Record<string, z.core.$ZodType>>;

const HOUR_MS = 3_600_000;
const HOURS_MAX = 24 * 366;
const DAYS_MAX = 3650;

/** Marks a schema as a word, which is given by its place. */
export function word(shown: string) {
  return z.meta({ word: shown });
}

/** Sets the placeholder for an option's value. */
export function shown(value: string) {
  return z.meta({ shown: value });
}

/** A required word; `question` asks for it. */
export function text(name: string, question: string) {
  return z.string({ error: question }).check(word(name));
}

/** An option without a value. */
export const flag = z._default(z.boolean(), false);

export const email = text('E-MAIL', 'Which applicant? Give the e-mail address.');

/** A person or program, as the audit names it. */
export function actor(option: string) {
  const error = `${option} takes a name of one line, 100 characters at most.`;
  const isName = (name: string) => name.trim() !== '' && name.length <= 100 && !/\p{Cc}/u.test(name);
  return z.string({ error }).check(z.refine(isName, { error }), z.trim(), shown('NAME'));
}

/** --hours, in milliseconds. */
export function hours(fallback: number) {
  const isTime = (given: string) =>
    /^\d+(\.\d+)?$/.test(given) && Number(given) > 0 && Number(given) <= HOURS_MAX;
  return duration(isTime, '--hours takes a number of hours, a year at most.', HOUR_MS, fallback);
}

/** --days, in milliseconds. */
export function days(fallback: number) {
  const isTime = (given: string) =>
    /^\d{1,4}$/.test(given) && Number(given) >= 1 && Number(given) <= DAYS_MAX;
  return duration(isTime, `--days takes a whole number from 1 to ${DAYS_MAX}.`, DAY_MS, fallback);
}

function duration(isTime: (given: string) => boolean, error: string, unitMs: number, fallback: number) {
  const given = z.string().check(z.refine(isTime, { error }), shown(String(fallback)));
  return z.prefault(
    z.pipe(
      given,
      z.transform((number: string) => Number(number) * unitMs),
    ),
    String(fallback),
  );
}
