const MS_PER_MINUTE = 60_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
let last = { minute: Number.NaN, timeZone: '', date: '' };

/**
 * The calendar date at the university, whatever the zone of the device or the server, so that both agree on a 13th
 * birthday.
 *
 * @param timeZone an IANA name, such as `America/New_York`
 * @returns `YYYY-MM-DD`
 */
export function todayIn(timeZone: string, now: Date): string {
  // Cached for the minute: it runs at every letter, and no zone changes its date within a minute.
  const minute = Math.floor(now.getTime() / MS_PER_MINUTE);
  if (minute !== last.minute || timeZone !== last.timeZone)
    last = { minute, timeZone, date: dateIn(timeZone, now) };
  return last.date;
}

function dateIn(timeZone: string, now: Date): string {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
