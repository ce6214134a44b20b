import { describe, expect, test } from 'vitest';
import { applicant } from '#testing/steps.ts';
import type { AccountCopy } from '../model.ts';
import { agreeing, draftOf } from '../records.ts';
import { conflictIn, isPending, refusalIn } from '../select.ts';
import { merged } from './merging.ts';
import { sendableAnswers } from './sending.ts';
import { acknowledged, attempted } from './copies.ts';

const ONE = '"1"';
const TWO = '"2"';
const york = agreeing('York', ONE);

/** Whether the page of an applicant who has this answer, and this copy of it, sends it. */
function isSendable(value: string, copy: AccountCopy): boolean {
  const state = applicant();
  const { answers, account } = draftOf(state);
  answers.set('city', { stamp: '1', value });
  account.set('city', { stamp: '1', value: copy });
  return sendableAnswers(state).length > 0;
}

describe('the account is read', () => {
  test.each<{
    what: string;
    mine: string;
    copy: AccountCopy | undefined;
    theirs: string;
    of?: string | undefined;
    becomes: string;
    asks?: string;
    isSent?: boolean;
  }>([
    { what: 'a blank takes the account’s value', mine: '', copy: undefined, theirs: 'York', becomes: 'York' },
    { what: 'the same on both sides', mine: 'York', copy: undefined, theirs: 'York', becomes: 'York' },
    {
      what: 'a blank in the account',
      mine: 'York',
      copy: undefined,
      theirs: '',
      becomes: 'York',
      isSent: true,
    },
    {
      what: 'two that never met',
      mine: 'York',
      copy: undefined,
      theirs: 'Erie',
      becomes: 'York',
      asks: 'Erie',
    },
    { what: 'changed elsewhere alone', mine: 'York', copy: york, theirs: 'Erie', becomes: 'Erie' },
    { what: 'cleared elsewhere alone', mine: 'York', copy: york, theirs: '', becomes: '' },
    { what: 'changed here alone', mine: 'Erie', copy: york, theirs: 'York', becomes: 'Erie', isSent: true },
    {
      what: 'changed on both',
      mine: 'Erie',
      copy: york,
      theirs: 'Reading',
      becomes: 'Erie',
      asks: 'Reading',
    },
    { what: 'changed alike on both', mine: 'Erie', copy: york, theirs: 'Erie', becomes: 'Erie' },
    {
      what: 'this device’s own letters, whose response was lost',
      mine: 'Erie',
      copy: attempted(york, 'Er'),
      theirs: 'Er',
      becomes: 'Erie',
      isSent: true,
    },
    {
      what: 'another device’s value while a request has had no response',
      mine: 'Erie',
      copy: attempted(york, 'Er'),
      theirs: 'Reading',
      becomes: 'Erie',
      asks: 'Reading',
    },
    {
      what: 'taken back here, while the request may still arrive over the same version',
      mine: 'York',
      copy: attempted(york, 'Er'),
      theirs: 'York',
      of: ONE,
      becomes: 'York',
      isSent: true,
    },
    {
      what: 'taken back here, and no earlier request can arrive any more',
      mine: 'York',
      copy: attempted(york, 'Er'),
      theirs: 'York',
      becomes: 'York',
    },
  ])('$what: "$mine" meets "$theirs"', ({ mine, copy, theirs, of = TWO, becomes, asks, isSent = false }) => {
    const after = merged(mine, copy, theirs, of);
    expect(after.value).toBe(becomes);
    expect(conflictIn(after.value, after.copy)).toBe(asks);
    expect(isSendable(after.value, after.copy)).toBe(isSent);
    expect(after.copy).toMatchObject({ base: theirs, of });
  });
});

describe('one answer on its way', () => {
  test('it is pending until the account has confirmed it', () => {
    expect(isPending('York', york)).toBe(false);
    expect(isPending('Erie', york)).toBe(true);
    const sent = attempted(york, 'Erie');
    expect(isPending('York', sent)).toBe(true);
    expect(acknowledged(sent, 'Erie', TWO)).toEqual(agreeing('Erie', TWO));
  });

  test('it remembers the last eight attempted values, each once', () => {
    let copy = york;
    for (const value of ['0', '1', '2', '3', '4', '5', '6', '7', '8', '3']) copy = attempted(copy, value);
    expect(copy.sent).toEqual(['1', '2', '4', '5', '6', '7', '8', '3']);
  });

  test('a refused value stays here, and is sent once it changes or is forgiven', () => {
    const copy = { ...york, refused: { value: 'E', message: 'Too short.' } };
    expect([isSendable('E', copy), refusalIn('E', copy)]).toEqual([false, 'Too short.']);
    expect([isSendable('Erie', copy), refusalIn('Erie', copy)]).toEqual([true, undefined]);
    expect(isSendable('E', { ...copy, refused: undefined })).toBe(true);
  });

  test('an answer that the applicant is asked about stays here until they have chosen', () => {
    const copy = { ...agreeing('Reading', TWO), theirs: 'Reading' };
    expect(isSendable('Erie', copy)).toBe(false);
    expect(isSendable('Erie', { ...copy, theirs: undefined })).toBe(true);
    expect(isPending('Reading', { ...copy, theirs: undefined })).toBe(false);
  });

  test('a success leaves the question that another device’s value has raised meanwhile', () => {
    expect(acknowledged({ ...york, theirs: 'Reading' }, 'Erie', TWO).theirs).toBe('Reading');
  });
});
