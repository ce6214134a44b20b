export interface Filling {
  readonly selector: string;
  readonly value: string;
}

/** Fills elements as some password managers do: without any event. Runs in the page. */
export function fillSilently(fillings: readonly Filling[]): void {
  for (const { selector, value } of fillings) {
    const element = document.querySelector(selector);
    if (element === null) throw new Error(`There is no ${selector}.`);
    const isMark = element instanceof HTMLInputElement && /radio|checkbox/.test(element.type);
    const setter = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(element),
      isMark ? 'checked' : 'value',
    );
    setter?.set?.call(element, isMark || value);
  }
}

/** A filled-in field of each kind of About You, and the resulting answers. */
export const filled: readonly Filling[] = [
  { selector: '[name=first_name]', value: 'Silvia' },
  { selector: '[name=phone_home]', value: '5705550188' },
  { selector: '[name=ssn]', value: '123456789' },
  { selector: '[name=birth_date-month]', value: '3' },
  { selector: '[name=birth_date-day]', value: '5' },
  { selector: '[name=birth_date-year]', value: '1999' },
  { selector: 'select[name=country]', value: 'CAN' },
  { selector: '[name=address_line_1]', value: '1 Main Street' },
  { selector: '[name=optin_sms_ind]', value: '' },
  { selector: '[name=military_veteran][value=no]', value: '' },
];

export const filledAnswers = {
  first_name: 'Silvia',
  phone_home: '(570) 555-0188',
  ssn: '123-45-6789',
  birth_date: '1999-03-05',
  country: 'CAN',
  address_line_1: '1 Main Street',
  optin_sms_ind: 'true',
  military_veteran: 'no',
};
