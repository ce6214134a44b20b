/** The live count under a long text field. */
export function countText(length: number, maxLength: number): string {
  const over = length - maxLength;
  if (over > 0) return `${characters(over)} too many`;
  return `${length.toLocaleString('en-US')} of ${maxLength.toLocaleString('en-US')} characters`;
}

/** The count announced when typing pauses; '' until a tenth of the characters is left. */
export function countAnnouncement(length: number, maxLength: number): string {
  const left = maxLength - length;
  if (left < 0) return `${characters(-left)} too many`;
  return left <= maxLength / 10 ? `${characters(left)} left` : '';
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count.toLocaleString('en-US')} characters`;
}
