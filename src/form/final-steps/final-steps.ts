import { EMAIL_MAX_CHARS } from '#limits.ts';
import { tenant } from '#tenant/tenant.ts';
import { heardAboutSources } from '../options/study.ts';
import type { Page, Section } from '../page.ts';
import { checkbox, select, stamp, text } from '../question.ts';
import { FINAL_STEPS } from '../routes.ts';

const referral: Section = {
  id: 'referral',
  title: 'How you found us',
  titleOnPaper: 'Referral',
  elements: [
    select('heard_about', { label: 'How did you hear about the program?', options: heardAboutSources }),
    text('alumni_name', {
      label: 'Name of a graduate who referred you',
      autoCapitalize: 'words',
    }),
    text('alumni_email', {
      label: 'That graduate’s e-mail address',
      inputMode: 'email',
      autoCapitalize: 'none',
      maxChars: EMAIL_MAX_CHARS,
      rule: ({ z, isEmailAddress }) =>
        z.string().check(z.refine(isEmailAddress, 'Please enter a valid email address.')),
    }),
  ],
};

export const agreement: Section = {
  id: 'agreement',
  title: 'Before you submit',
  titleOnPaper: 'Certification',
  elements: [
    checkbox('legal_agree', {
      label: tenant.texts.legalAgreement,
      required: 'Please check the box to certify your application.',
    }),
    stamp('submit_date', { label: 'Submitted on' }),
  ],
};

export const finalSteps: Page = {
  path: '/final-steps',
  title: FINAL_STEPS,
  sections: [referral, agreement],
};
