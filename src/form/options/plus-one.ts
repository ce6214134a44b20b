/** The countries and territories whose phone numbers begin with +1: the North American Numbering Plan. */
const PLUS_ONE: ReadonlySet<string> = new Set([
  ...['USA', 'CAN', 'AIA', 'ASM', 'ATG', 'BHS', 'BMU', 'BRB', 'CYM', 'DMA', 'DOM', 'GRD', 'GUM'],
  ...['JAM', 'KNA', 'LCA', 'MNP', 'MSR', 'PRI', 'SXM', 'TCA', 'TTO', 'UMI', 'VCT', 'VGB', 'VIR'],
]);

/** Whether a country's code is blank, or its phone numbers begin with +1. */
export function mayHavePlusOne(country: string): boolean {
  return country === '' || PLUS_ONE.has(country);
}
