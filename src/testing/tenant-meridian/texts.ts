import type { TenantTexts } from '#partner.ts';

export const pageDescription = 'Graduate study by the sea: apply online, at no cost.';

export const texts: TenantTexts = {
  welcome: {
    heading: 'Find your bearings at Meridian',
    paragraphs: ['Applying costs nothing, and you need neither the GMAT nor the GRE.'],
  },
  welcomeVisitor: 'You need no account to begin.',
  welcomeBack: { heading: 'Good to see you again', paragraphs: ['Your answers are all here.'] },
  thankYou: { heading: 'Thank you, {name}', paragraphs: ['Your application is with our faculty.'] },
  international: 'Are you applying from abroad? Please use our',
  privacy: 'How we treat what you tell us',
  firstNameHint: 'As on your passport. With one name only, write it in both boxes.',
  lastNameHint: 'The name of your family.',
  background: 'You need not answer. We count the answers for the state, and nobody who decides sees them.',
  religion: 'You need not answer. We count the answers, and nobody who decides sees them.',
  legalAgreement: 'Everything I have said here is true, as far as I know.',
  smsConsent: 'Send me text messages about my application. Reply STOP to end them.',
};
