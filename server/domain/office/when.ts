import { tenant } from '#tenant/tenant.ts';

const inWords = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: tenant.timeZone,
});
const sortable = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: tenant.timeZone,
});

/** A time as the university's clocks have it. */
export function whenText(time: Date | null): string {
  return time === null ? '' : inWords.format(time);
}

/** A time as the university's clocks have it, in the form that spreadsheets sort and read: `2026-11-26 08:13`. */
export function sortableTime(time: Date | null): string {
  return time === null ? '' : sortable.format(time);
}
