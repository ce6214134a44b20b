import { describe, expect, test } from 'vitest';
import { aboutYou } from './about-you/about-you.ts';
import { contact } from './about-you/contact.ts';
import { names } from './about-you/names.ts';
import { progressOf } from './progress.ts';

describe('progressOf', () => {
  test('counts what must be answered now, with or without an answer', () => {
    expect(progressOf(names, {})).toEqual({ answered: 0, required: 2 });
    expect(progressOf(names, { first_name: 'Zoë', last_name: ' ' })).toEqual({ answered: 1, required: 2 });
  });

  test('counts again when an answer changes on which a requirement depends', () => {
    expect(progressOf(contact, {})).toEqual({ answered: 0, required: 1 });
    expect(progressOf(contact, { optin_sms_ind: 'true' })).toEqual({ answered: 0, required: 2 });
    expect(progressOf(contact, { phone_international: '+44 20' })).toEqual({ answered: 0, required: 0 });
  });

  test('adds up the sections of a page', () => {
    const empty = progressOf(aboutYou, {});
    expect(progressOf(aboutYou, { first_name: 'Zoë' })).toEqual({ ...empty, answered: empty.answered + 1 });
    expect(progressOf(aboutYou, {})).toEqual(empty);
  });

  test('gives the same object while the count is the same', () => {
    const one = progressOf(names, { first_name: 'Z' });
    expect(progressOf(names, { first_name: 'Zo' })).toBe(one);
    expect(progressOf(names, { first_name: 'Zo', city: 'Erie' })).toBe(one);
    expect(progressOf(aboutYou, { first_name: 'Zo' })).toBe(progressOf(aboutYou, { first_name: 'Zoë' }));
  });
});
