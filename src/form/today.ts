/**
 * The calendar date at the university, whatever the zone of the device or the server, so that both come to
 * the same verdict on a 13th birthday.
 *
 * @param timeZone an IANA name, such as `America/New_York`
 * @returns `YYYY-MM-DD`
 */
export function todayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
