import { describe, expect, test, vi } from 'vitest';
import { dataModel } from '#tenant/data-model.ts';
import { tenant } from '#tenant/tenant.ts';
import { checkDeclarations, type Declarations } from './developer-checks.ts';
import { DeclarationError } from './errors.ts';
import { pages } from './form.ts';
import { answerKeys } from './keys.ts';
import type { Element, Page } from './page.ts';
import { file, text } from './question.ts';

/** Its records accept every key, so that a case tests only one thing. */
const declared: Declarations = { pages, answerKeys, tenant, dataModel: answerKeys };
const noWarning = () => {};

function pageOf(...elements: Element[]): Page {
  return { path: '/about', title: 'x', sections: [{ id: 'x', title: 'x', elements }] };
}
const revealing = (...after: Element[]): Element => ({
  type: 'trigger',
  control: 'button',
  id: 'x',
  label: 'x',
  after,
});
const named = (key: 'city' | 'college_name' | 'college_2_name') => text(key, { label: 'x' });
const college = (...elements: Element[]) => ({ title: 'x', elements });
const repeater = (...components: { title: string; elements: Element[] }[]): Element => ({
  type: 'repeater',
  buttonId: 'college',
  buttonLabel: 'x',
  components,
});

test('the form as it is passes without a warning', () => {
  const warn = vi.fn<(message: string) => void>();
  checkDeclarations({ ...declared, dataModel }, warn);
  expect(warn.mock.calls).toEqual([]);
});

describe('throws', () => {
  test.each([
    {
      title: 'for a key that is not in the enumeration',
      declarations: { ...declared, answerKeys: answerKeys.filter((key) => key !== 'city') },
      message: 'city on /about is not an answer key.',
    },
    {
      title: 'for a key on more than one page',
      declarations: {
        ...declared,
        pages: [...pages, { ...pageOf(named('city')), path: '/education' as const }],
      },
      message: 'city stands on /about and again on /education.',
    },
    {
      title: 'for a key that is not in the tenant’s data model',
      declarations: { ...declared, dataModel: answerKeys.filter((key) => key !== 'city') },
      message: "city on /about is not in the tenant's data model.",
    },
    {
      title: 'for a blank setting of the tenant',
      declarations: {
        ...declared,
        tenant: { ...tenant, texts: { ...tenant.texts, welcome: { heading: '', paragraphs: ['x'] } } },
      },
      message: 'Configuration missing: tenant.texts.welcome.heading.',
    },
    {
      title: 'for an empty list of the tenant',
      declarations: { ...declared, tenant: { ...tenant, entryTerms: [] } },
      message: 'Configuration missing: tenant.entryTerms.',
    },
    {
      title: 'for an entry term that closes on no date',
      declarations: {
        ...declared,
        tenant: { ...tenant, entryTerms: [{ value: 'X', label: 'X', closes: '2027-02-30' }] },
      },
      message: 'The entry term X closes on 2027-02-30, which is not a date (YYYY-MM-DD).',
    },
    {
      title: 'for a page without sections',
      declarations: { ...declared, pages: [{ ...pageOf(), sections: [] }] },
      message: 'Configuration missing: /about has no sections.',
    },
    {
      title: 'for a section whose id is an answer key',
      declarations: {
        ...declared,
        pages: [{ ...pageOf(), sections: [{ id: 'city', title: 'x', elements: [named('city')] }] }],
      },
      message: 'The id city on /about is the key of a question.',
    },
    {
      title: 'for such an id inside what a trigger reveals',
      declarations: {
        ...declared,
        pages: [
          pageOf(revealing({ type: 'group', layout: 'checks', id: 'gender', legend: 'x', questions: [] })),
        ],
      },
      message: 'The id gender on /about is the key of a question.',
    },
    {
      title: 'for a list without components',
      declarations: { ...declared, pages: [pageOf(repeater())] },
      message: 'Configuration missing: college has no components.',
    },
    {
      title: 'for tabs whose file is on none of them',
      declarations: {
        ...declared,
        pages: [
          pageOf({
            type: 'tabs',
            tabId: 'experience',
            label: 'x',
            file: 'employ_resume',
            tabs: [{ id: 'x', label: 'x', elements: [file('college_transcript', { label: 'x' })] }],
          }),
        ],
      },
      message: 'Configuration missing: no tab of experience has the file question employ_resume.',
    },
    {
      title: 'for a prefix that is not in the key',
      declarations: {
        ...declared,
        pages: [pageOf(repeater(college(named('college_name')), college(named('college_name'))))],
      },
      message: 'The prefix college_2_ is not in the key college_name.',
    },
    {
      title: 'inside what a trigger reveals, too',
      declarations: {
        ...declared,
        pages: [pageOf(revealing(repeater(college(named('city')))))],
      },
      message: 'The prefix college_ is not in the key city.',
    },
    {
      title: 'for more than ten components',
      declarations: {
        ...declared,
        pages: [pageOf(repeater(...Array.from({ length: 11 }, () => college())))],
      },
      message: 'college has 11 components; at most 10 are possible.',
    },
  ])('$title', ({ declarations, message }) => {
    expect(() => checkDeclarations(declarations, noWarning)).toThrow(new DeclarationError(message));
  });
});

test('warns of a key that maps to no page', () => {
  const warn = vi.fn<(message: string) => void>();
  checkDeclarations(
    { ...declared, pages: [pageOf(named('city'))], answerKeys: ['city', 'zip', 'state'] },
    warn,
  );
  expect(warn.mock.calls).toEqual([['The key zip maps to no page.'], ['The key state maps to no page.']]);
});
