import { isBlank, type Answers } from '#form/condition.ts';

/** The applicant's full name as entered, `''` when there is none yet. */
export function applicantName(answers: Answers): string {
  const parts = [
    answers['first_name'],
    answers['middle_name'],
    answers['last_name'],
    answers['suffix_desc'] ?? answers['suffix'],
  ];
  return parts
    .filter((part): part is string => !isBlank(part))
    .map((part) => part.trim())
    .join(' ');
}
