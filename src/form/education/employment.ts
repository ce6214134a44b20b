import { tenant } from '#tenant/tenant.ts';
import { equals } from '../condition.ts';
import { FILE_HINT } from '../file-hint.ts';
import { addressQuestions } from '../groups/address.ts';
import { yesNo } from '../options/option.ts';
import type { Section } from '../page.ts';
import { file, radio, text, textarea, type Question } from '../question.ts';

const isEmployed = equals('employ_current', 'yes');

/** Each label names the employer, because labels are also read one by one. */
function ofEmployer(question: Question): Question {
  const label = question.label.replace(/^.(?=[a-z])/, (first) => first.toLowerCase());
  return { ...question, label: `Employer ${label}`, when: isEmployed };
}

export const employment: Section = {
  id: 'employment',
  title: 'Your work',
  titleOnPaper: 'Work',
  elements: [
    radio('employ_current', { label: 'Are you currently employed?', options: yesNo }),
    text('employer_name', {
      label: 'Employer',
      autocomplete: 'organization',
      autoCapitalize: 'words',
      when: isEmployed,
    }),
    text('employ_title', {
      label: 'Job title',
      autocomplete: 'organization-title',
      autoCapitalize: 'words',
      when: isEmployed,
    }),
    ...addressQuestions('employer_').map(ofEmployer),
    radio('employer_tuition', {
      label: 'Does your employer offer tuition assistance?',
      options: yesNo,
      when: isEmployed,
    }),
    text('employer_tuition_amount', {
      label: 'Tuition assistance from your employer, in dollars per year',
      inputMode: 'decimal',
      isNumber: true,
      when: equals('employer_tuition', 'yes'),
    }),
    {
      type: 'tabs',
      tabId: 'employ_experience_tabs',
      label: 'Your experience',
      file: 'employ_resume',
      tabs: [
        {
          id: 'employ_resume',
          label: 'Upload a résumé',
          elements: [
            file('employ_resume', {
              label: 'Résumé',
              hint: FILE_HINT,
            }),
          ],
        },
        {
          id: 'employ_experience',
          label: 'Describe your experience',
          elements: [
            textarea('employ_experience', {
              label: 'Your work experience',
              hint: 'What you did, where and for how long.',
              maxChars: tenant.limits.textareaMaxChars,
            }),
          ],
        },
      ],
    },
  ],
};
