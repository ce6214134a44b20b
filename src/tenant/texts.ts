import type { TenantTexts } from '#partner.ts';

/** The description of the form in search engines. It is not part of `texts`, which every visitor loads as script. */
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
  privacy: 'Privacy and cookies',
  legalAgreement:
    'I certify that everything in this application is true and complete to the best of my knowledge. I understand that false information can lead to my application being refused or my admission withdrawn.',
  smsConsent:
    'Text me about my application. Message and data rates may apply; reply STOP at any time to end them.',
};
