import type { ApplicationDocument } from '#contract/application-document.ts';
import { answerText } from '#form/answer-text.ts';
import type { Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { applicantName } from './applicant-name.ts';

interface About {
  readonly answer: Answers;
  readonly email?: string | undefined;
  readonly number?: string | undefined;
}

/**
 * The lines at the beginning of a document: whose application it is. Lines that the server does not send are left out.
 */
export function aboutLines({ answer, email, number }: About): NonNullable<ApplicationDocument['about']> {
  const stamp = questionFor('submit_date');
  const submitted = stamp && answerText(stamp, answer['submit_date'], answer, '');
  return [
    { label: 'Name', text: applicantName(answer) || 'No name yet' },
    ...(email === undefined ? [] : [{ label: 'E-mail', text: email }]),
    ...(number === undefined ? [] : [{ label: 'Application number', text: number }]),
    { label: 'Submitted', text: submitted ?? 'Not submitted yet' },
  ];
}
