/** What a keyboard of another script types. */
export const inArabic = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint((ARABIC_ZERO.codePointAt(0) ?? 0) + Number(digit)));
const ARABIC_ZERO = '٠';

export const LEFT_OUT = 'The 1 at the beginning was read as +1, the country code, and left out.';
export const ABROAD = 'Please add a phone number outside the United States and Canada below, not here.';

export const numbers = [
  { country: 'CHN', text: '13812345678', shown: '13812345678', note: ABROAD },
  { country: 'USA', text: '15705550188', shown: '(570) 555-0188', note: LEFT_OUT },
  { country: '', text: '02079460000', shown: '02079460000', note: ABROAD },
  { country: 'GBR', text: '02079460000', shown: '02079460000', note: ABROAD },
  { country: '', text: '15705550188', shown: '(570) 555-0188', note: LEFT_OUT },
  { country: 'JAM', text: '18765550188', shown: '(876) 555-0188', note: LEFT_OUT },
  { country: 'CAN', text: '14165550188', shown: '(416) 555-0188', note: LEFT_OUT },
  { country: 'CHN', text: '5705550188', shown: '(570) 555-0188', note: '' },
];
