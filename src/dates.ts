/**
 * Whether a `YYYY-MM-DD` text names a date that exists. The same in every time zone: some have skipped a day.
 */
export function isCalendarDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
