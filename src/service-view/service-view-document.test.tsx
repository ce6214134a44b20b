// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ServiceView } from '#contract/token-views.ts';
import type { Condition } from '#form/condition.ts';
import { pages, questionFor, questions } from '#form/form.ts';
import type { Question } from '#form/question.ts';
import { documentOf, inTodaysWords } from './document-of.ts';
import { ServiceViewDocument } from './service-view-document.tsx';

const TODAY = '2026-11-20';
const empty: ServiceView = { answer: {}, add_another: {}, document_answer: {}, tabs: {} };

function render(view: Partial<ServiceView>): string {
  return renderToStaticMarkup(<ServiceViewDocument document={documentOf({ ...empty, ...view }, TODAY)} />);
}

/** The text beside a question's label. */
function answerAt(markup: string, key: string): string | undefined {
  return new RegExp(`id="${key}"[^>]*><dt>[^<]*</dt><dd[^>]*>([^<]*)</dd>`).exec(markup)?.[1];
}

/** Answers under which the question is asked. */
function letting({ when }: Question): Record<string, string> {
  const part = (condition: Condition): Record<string, string> => {
    // The first condition wins, because a later one may assume something else.
    if ('all' in condition) return Object.assign({}, ...condition.all.map(part).toReversed());
    if ('any' in condition) return part(condition.any[0] ?? { all: [] });
    const { valueKey: key } = condition;
    const asked = questionFor(key);
    const answer = 'target' in condition ? [condition.target].flat()[0] : 'yes';
    return { ...(asked === undefined ? {} : letting(asked)), [key]: answer ?? '' };
  };
  return when === undefined ? {} : part(when);
}

test.each(questions.map((question) => [question.key, question] as const))(
  'a line renders %s',
  (key, question) => {
    const file = { file_name: 'scan.pdf', file_size: 2048, status: 'COMPLETED' } as const;
    const answer = letting(question);
    const view =
      question.kind === 'file'
        ? { answer, document_answer: { [key]: file } }
        : { answer: { ...answer, [key]: '1234 Xyzzy' } };
    const markup = render(view);
    expect(markup).toMatch(/Xyzzy|1234|\*\*\*-\*\*|scan\.pdf/);
  },
);

test('every page and section has its heading, in order', () => {
  const markup = render({});
  const headings = [...markup.matchAll(/<h[23]>([^<]*)</g)].map(([, text]) => text);
  expect(headings).toEqual(
    pages.flatMap((page) => [
      page.title,
      ...page.sections.map(({ title, titleOnPaper = title }) => titleOnPaper),
    ]),
  );
});

test('a document in words that are not its own says so', () => {
  const markup = renderToStaticMarkup(
    <ServiceViewDocument document={inTodaysWords(documentOf(empty, TODAY))} />,
  );
  expect(markup).toContain('shown in their current wording.</p>');
});

test('the name heads the document, as text', () => {
  const markup = render({ answer: { first_name: 'Ana <b>', last_name: "O'Hara" } });
  expect(markup).toContain('<h1>Application of Ana &lt;b&gt; O&#x27;Hara</h1>');
});

describe('an answer reads as', () => {
  test.each<[key: string, answer: Record<string, string>, text: string]>([
    ['birth_date', { birth_date: '1999-04-27' }, 'April 27, 1999'],
    ['birth_date', { birth_date: '1999-13' }, '1999-13'],
    ['phone_mobile', { phone_mobile: '(570) 555-0142' }, '(570) 555-0142'],
    ['ssn', { ssn: '123-45-6789' }, '***-**-6789'],
    ['ssn', { ssn: '***-**-6789' }, '***-**-6789'],
    ['ssn', { ssn: '123-45-67' }, '***-**-****'],
    ['military_veteran', { military_veteran: 'yes' }, 'Yes'],
    ['country', { country: 'USA' }, 'United States'],
    ['country', { country: 'USA', country_desc: 'A label of my own' }, 'United States'],
    ['country', { country: 'SUN', country_desc: 'The label it had' }, 'The label it had'],
    ['country', { country: 'SUN' }, 'SUN'],
    [
      'applied_major',
      { program_type: 'MASTER', applied_major: 'LIBR', applied_major_desc: 'MBA' },
      'Library Science',
    ],
    // The code is not in the list for these answers.
    [
      'applied_major',
      { program_type: 'DOCTOR', applied_major: 'LIBR', applied_major_desc: 'Librarianship, then' },
      'Librarianship, then',
    ],
    ['applied_major', { program_type: 'MASTER', applied_major: 'LIBR' }, 'Library Science'],
    ['race', { race_asian: 'true', race_white: '' }, 'Asian'],
    ['race', { race_white: 'true', race_asian: 'true' }, 'Asian; White'],
    ['race', {}, 'Not answered'],
    // A single box: nobody can tell whether it was overlooked or left unchecked on purpose.
    ['optin_sms_ind', { race_asian: 'true' }, 'Not answered'],
    ['first_name', {}, 'Not answered'],
    ['first_name', { first_name: '   ' }, 'Not answered'],
    [
      'prev_attend_from',
      { prev_attend: 'yes', prev_attend_from_month: '9', prev_attend_from_year: '2019' },
      'September 2019',
    ],
    ['submit_date', { submit_date: '2026-11-20T22:12:00.000Z' }, 'November 20, 2026 at 2:12 PM PST'],
    ['submit_date', {}, 'Not submitted yet'],
    ['employ_experience', { employ_experience: 'one\ntwo' }, 'one\ntwo'],
  ])('%s %o: %s', (key, answer, text) => {
    expect(answerAt(render({ answer }), key)).toBe(text);
  });

  test.each([
    ['COMPLETED', 'Attached document: scan.png (200 KB)'],
    ['IN_PROGRESS', 'Document not ready yet: scan.png'],
    ['FAILED', 'Not answered'],
  ] as const)('a document that is %s', (status, text) => {
    const markup = render({
      document_answer: { college_transcript: { file_name: 'scan.png', file_size: 204_800, status } },
    });
    expect(answerAt(markup, 'college_transcript')).toBe(text);
  });
});

test('a hidden question is left out, whatever another client has left there', () => {
  expect(answerAt(render({}), 'alien_registration_number')).toBeUndefined();
  expect(answerAt(render({ answer: { citizenship_type: '2' } }), 'alien_registration_number')).toBe(
    'Not answered',
  );
  const left = { alien_registration_number: 'A1', employer_tuition: 'yes', employer_tuition_amount: '5000' };
  const markup = render({ answer: { citizenship_type: '1', employ_current: 'no', ...left } });
  for (const key of Object.keys(left)) expect(answerAt(markup, key), key).toBeUndefined();
  expect(markup).not.toMatch(/A1|5000/);
});

test('there are as many colleges as were added, and any other with an answer', () => {
  const titles = (view: Partial<ServiceView>) =>
    [...render(view).matchAll(/<h4>(College[^<]*)</g)].map(([, title]) => title);
  expect(titles({})).toEqual(['College']);
  expect(titles({ add_another: { college: 3 } })).toEqual(['College', 'College 2', 'College 3']);
  expect(titles({ answer: { college_4_name: 'Fourth' } })).toEqual(['College', 'College 4']);
});

test('a group of tabs shows the chosen one', () => {
  const markup = render({ tabs: { employ_experience_tabs: 'employ_experience' } });
  expect(answerAt(markup, 'employ_experience')).toBe('Not answered');
  expect(answerAt(markup, 'employ_resume')).toBeUndefined();
});

test('there is nothing to press, fill in or follow, and no page furniture', () => {
  const answer = Object.fromEntries(questions.map(({ key }) => [key, 'yes']));
  const markup = render({ answer, add_another: { college: 5 } });
  expect(markup).not.toMatch(/<(input|select|textarea|button|a|hr|header|footer|nav|img|form|script)\b/);
  expect(markup).not.toMatch(/role=/);
});
