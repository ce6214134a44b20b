import type { TenantTexts } from '#partner.ts';

/** The description of the form in search engines. It is not part of `texts`, which every visitor loads as script. */
export const pageDescription = 'Apply for graduate study: no application fee, no GMAT or GRE.';

export const texts: TenantTexts = {
  welcome: {
    heading: 'Your next degree starts here',
    paragraphs: [
      'There is no application fee, and no GMAT or GRE score is needed.',
      'Most people finish in about 20 minutes. Have the names of your colleges at hand, and unofficial transcripts as PDFs or photos; you can add these later, too.',
    ],
  },
  welcomeVisitor:
    'Start now, without an account: what you type stays on this device until you are ready to sign up.',
  welcomeBack: {
    heading: 'Welcome back',
    paragraphs: ['Your application is where you left it. Continue whenever you like.'],
  },
  thankYou: {
    heading: 'Thank you, {name}',
    paragraphs: ['The admissions office has received your application.'],
  },
  international: 'Do you live outside the United States, or need a student visa? Apply through our',
  privacy: 'Privacy and cookies',
  firstNameHint:
    'Given name, as on your passport or driver’s license. If you have only one name, enter it here and as your last name.',
  lastNameHint: 'Family name, even if it is written first in your language.',
  background:
    'These answers are voluntary and play no part in the decision. We report them to the U.S. Department of Education as totals, without names.',
  religion:
    'This answer is voluntary and plays no part in the decision. Campus ministry uses it to plan what it offers.',
  legalAgreement:
    'I certify that everything in this application is true and complete to the best of my knowledge. I understand that false information may result in the denial of my application or the withdrawal of my admission.',
  smsConsent:
    'Text me about my application. Message and data rates may apply. Reply STOP at any time to opt out.',
};
