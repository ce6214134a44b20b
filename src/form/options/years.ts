import { emptyOption, type Option } from './option.ts';

/**
 * A list of years that begins with the empty option.
 *
 * @param startYear the first year listed, usually the current one
 */
export function years({
  numYears,
  direction,
  startYear,
}: {
  readonly numYears: number;
  readonly direction: 'past' | 'future';
  readonly startYear: number;
}): readonly Option[] {
  const step = direction === 'past' ? -1 : 1;
  return [
    emptyOption,
    ...Array.from({ length: numYears }, (_, index) => {
      const year = String(startYear + step * index);
      return { value: year, label: year };
    }),
  ];
}
