import type { Answers } from '#form/condition.ts';
import { applicantName } from './applicant-name.ts';

/** The title of an application that has no name yet. */
export const NAMELESS_TITLE = 'Application for graduate admission';

/** The heading of the printable document, with the applicant's name once there is one. */
export function documentTitle(answers: Answers): string {
  const name = applicantName(answers);
  return name === '' ? NAMELESS_TITLE : `Application of ${name}`;
}
