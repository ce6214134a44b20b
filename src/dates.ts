/** Whether a `YYYY-MM-DD` text names a date that exists. Counted in UTC, because some time zones have skipped a day. */
export function isCalendarDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00Z`);
  // Some engines read February 30 as a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
