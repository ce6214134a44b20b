import type { TenantTexts } from '#partner.ts';

/** What search engines show of the form. Not one of `texts`, which every visitor loads as script. */
export const pageDescription = 'Apply for graduate study: no application fee, no GMAT or GRE.';

export const texts: TenantTexts = {
  welcome: {
    heading: 'Your next degree starts here',
    paragraphs: [
      'There is no application fee, and no GMAT or GRE score is needed.',
      'Most people finish in about 20 minutes.',
    ],
  },
  welcomeVisitor:
    'Start now, without an account: what you type is kept on this device until you are ready to sign up.',
  welcomeBack: {
    heading: 'Welcome back',
    paragraphs: ['Your application is where you left it. Carry on whenever you like.'],
  },
  thankYou: {
    heading: 'Thank you, {name}',
    paragraphs: ['The admissions office has received your application.'],
  },
  international: 'Do you live outside the United States, or need a student visa? Apply through our',
  help: {
    heading: 'Technical help',
    paragraphs: [
      'Something does not work, or a question is unclear? Write to us or call, Monday to Friday from 8 am to 6 pm Eastern time. We answer within one working day.',
      'Tell us which page you were on and what you saw. Never send us your password or a confirmation code.',
    ],
  },
  privacy: {
    heading: 'Privacy and cookies',
    paragraphs: [
      'We use what you enter to decide on your application and to write to you about it, and for nothing else. Nobody else sees it without your consent, unless a law says so.',
      'We set two cookies when you log in: one that keeps you logged in, and one that tells this page so. There are no advertising or tracking cookies.',
      'Until you have an account, your answers stay on this device, encrypted. On a shared computer, choose “Use as a shared computer” in the account menu: then nothing is kept on it.',
    ],
  },
  completion: {
    heading: 'Your application is in',
    paragraphs: [
      'A confirmation is on its way to your e-mail address.',
      'The admissions office checks that everything is there, usually within two working days, and writes to you if something is missing.',
      'You will hear our decision by e-mail within three weeks.',
    ],
  },
  legalAgreement:
    'I certify that everything in this application is true and complete to the best of my knowledge. I understand that false information can lead to my application being refused or my admission withdrawn.',
  smsConsent:
    'Text me about my application. Message and data rates may apply; reply STOP at any time to end them.',
};
