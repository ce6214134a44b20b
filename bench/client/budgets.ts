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
  const toReact = (measure: string) => ratio(value('product first', measure), value('react first', measure));
  /** At a number of questions, or in a repeat visit. */
  const againToPlain = (visit: string, measure: string) =>
    ratio(value(`product ${visit}`, measure), value(`plain ${visit}`, measure));
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
    budget('processor time until at rest ÷ bare React', 1.4, '', toReact('busy')),
    budget('processor time of a key ÷ plain HTML', 1.4, '', toPlain('keyBusy')),
    budget('the same at 10 questions', 1.4, '', againToPlain('q10', 'keyBusy')),
    budget('the same at 400 questions', 1.4, '', againToPlain('q400', 'keyBusy')),
    budget('key to paint, p98 ÷ plain HTML, at 10 questions', 1.25, '', againToPlain('q10', 'keyP98')),
    budget('the same at 400 questions', 1.1, '', againToPlain('q400', 'keyP98')),
    budget('main thread blocked at 400 questions ÷ plain HTML', 1.2, '', againToPlain('q400', 'blocked')),
    budget('country opened and chosen ÷ bare React', 1.1, '', toReact('country')),
    budget('new browser, largest paint ÷ plain HTML', 0.6, '', againToPlain('browser', 'lcp')),
    budget('new browser, first field ÷ plain HTML', 0.6, '', againToPlain('browser', 'firstField')),
    budget('new tab, largest paint ÷ plain HTML', 0.8, '', againToPlain('tab', 'lcp')),
    budget('new tab, first field ÷ plain HTML', 0.8, '', againToPlain('tab', 'firstField')),
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
