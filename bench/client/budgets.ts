import { ratio, valueOf, type Results } from './results.ts';

interface Budget {
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  readonly measured: number | null;
}

/**
 * They build the form in the browser. Conform and Astro send it as markup, as plain HTML does: the budget of a quarter
 * would pass before the first frame.
 */
const FORM_PRODUCTS = ['survey', 'rjsf', 'formio', 'formkit'];

/** What the product may cost at most: ratios within one run, which do not depend on the machine. */
export function budgetsOf(results: Results): readonly Budget[] {
  const value = (visit: string, measure: string) => valueOf(results, visit, measure);
  const toPlain = (measure: string) => ratio(value('product first', measure), value('plain first', measure));
  const repeatToPlain = (measure: string) =>
    ratio(value('product repeat', measure), value('plain repeat', measure));
  const bestOf = (measure: string) => {
    const rivals = FORM_PRODUCTS.flatMap((name) => value(`${name} first`, measure) ?? []);
    return rivals.length === 0 ? null : Math.min(...rivals);
  };
  const toBest = (measure: string) => ratio(value('product first', measure), bestOf(measure));
  const budget = (what: string, limit: number, unit: string, measured: number | null): Budget => ({
    what,
    limit,
    unit,
    measured,
  });
  return [
    budget('largest paint ÷ plain HTML', 1.1, '', toPlain('lcp')),
    budget('first typed letter sticks ÷ plain HTML', 1, '', toPlain('sticks')),
    budget('first typed letter sticks ÷ best form product', 0.25, '', toBest('sticks')),
    budget('script until at rest', 130, 'KB', value('product first', 'script')),
    budget('whole precache', 600, 'KB', results.precacheKb),
    budget('main thread blocked ÷ best form product', 0.15, '', toBest('blocked')),
    budget('longest task of hydration', 50, 'ms', value('product first', 'longestHydrating')),
    budget('key to paint, p98 ÷ plain HTML', 1.25, '', toPlain('keyP98')),
    budget(
      'key to paint, p98, 400 ÷ 10 questions',
      1.25,
      '',
      ratio(value('product q400', 'keyP98'), value('product q10', 'keyP98')),
    ),
    budget(
      'country opened and chosen ÷ bare React',
      1.1,
      '',
      ratio(value('product first', 'country'), value('react first', 'country')),
    ),
    budget('repeat visit, largest paint ÷ plain HTML', 0.6, '', repeatToPlain('lcp')),
    budget('repeat visit, first field ÷ plain HTML', 0.6, '', repeatToPlain('firstField')),
    budget(
      'repeat visit, largest paint, offline ÷ online',
      1,
      '',
      ratio(value('product offline', 'lcp'), value('product repeat', 'lcp')),
    ),
    budget('layout shift', 0, '', value('product first', 'shift')),
  ];
}

export function verdictOf({ measured, limit }: Budget): string {
  if (measured === null) return 'not measured';
  return measured <= limit ? 'kept' : '**missed**';
}
