import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { answerText } from '#form/answer-text.ts';
import type { Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { collegePrefixes, type AnswerKey } from '#form/keys.ts';
import { fileKeys, fullLabelOf } from '#form/stored-keys.ts';
import { applicantName } from './applicant-name.ts';
import { withoutUnasked } from './shown.ts';

type DocumentAnswers = ServiceView['document_answer'];
type AboutLine = NonNullable<ApplicationDocument['about']>[number];

interface Named {
  readonly email?: string | undefined;
  readonly number?: string | undefined;
}

/**
 * The lines at the beginning of a document: whose application it is, for what, and with which documents. Lines that the
 * server does not send are left out.
 */
export function aboutLines(view: ServiceView, { email, number }: Named): AboutLine[] {
  const { answer, document_answer: documents } = withoutUnasked(view);
  return [
    { label: 'Name', text: applicantName(answer) || 'No name yet' },
    ...(email === undefined ? [] : [{ label: 'E-mail', text: email }]),
    ...(number === undefined ? [] : [{ label: 'Application number', text: number }]),
    ...summaryLines(answer, documents),
    { label: 'Submitted', text: submittedText(answer) ?? 'Not submitted yet' },
  ];
}

/** What was applied for and with which documents: the same for staff and on the receipt. */
export function summaryLines(answer: Answers, documents: DocumentAnswers): AboutLine[] {
  const attached = fileKeys.flatMap((key) => {
    const document = documents[key];
    return document?.status === 'COMPLETED'
      ? [{ label: fullLabelOf(key), text: document.file_name, key }]
      : [];
  });
  return [
    ...line('Program', ['program_type', 'applied_major', 'applied_concentration'], answer),
    ...line('Entry term', ['entry_term'], answer),
    ...line('Last college', ['college_name', 'college_degree'], answer),
    ...(attached.length === 0 ? [{ label: 'Documents', text: 'None' }] : attached),
  ];
}

/** When an application was submitted, with the time zone; `undefined` before. */
export function submittedText(answer: Answers): string | undefined {
  return wordsOf('submit_date', answer)[0];
}

/** Whether the transcript of any college is attached. */
export function hasTranscript(documents: DocumentAnswers): boolean {
  return collegePrefixes.some((prefix) => documents[`${prefix}transcript`]?.status === 'COMPLETED');
}

/** One line of several answers; none if all are blank. */
function line(label: string, keys: readonly [AnswerKey, ...AnswerKey[]], answer: Answers): AboutLine[] {
  const words = keys.flatMap((key) => wordsOf(key, answer));
  return words.length === 0 ? [] : [{ label, text: words.join(', '), key: keys[0] }];
}

function wordsOf(key: AnswerKey, answer: Answers): readonly string[] {
  const question = questionFor(key);
  const text = question && answerText(question, answer[key], answer, '');
  return text === undefined ? [] : [text];
}
