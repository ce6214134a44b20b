import type { Tenant } from '#partner.ts';
import { entryTerms, programs } from './programs.ts';
import { texts } from './texts.ts';

/** A fictional university. To put your own online, change this folder and nothing else (docs/branding.md). */
export const tenant: Tenant = {
  name: 'Alderbrook University',
  shortName: 'Alderbrook',
  office: 'Office of Graduate Admissions',
  addressLines: ['1200 College Hill Road', 'Alderbrook, PA 18590'],
  helpEmail: 'gradhelp@alderbrook.example',
  helpPhone: '(570) 555-0142',
  websiteUrl: 'https://www.alderbrook.example/',
  privacyUrl: 'https://www.alderbrook.example/privacy',
  internationalPortal: {
    name: 'international graduate application',
    url: 'https://international.alderbrook.example/apply',
  },
  timeZone: 'America/New_York',
  identityCookiePrefix: 'AlderbrookIdentity',
  mailFrom: 'Alderbrook Graduate Admissions <gradadmissions@alderbrook.example>',
  limits: { textareaMaxChars: 7000 },
  texts,
  programs,
  entryTerms,
  colors: {
    accentLight: '#1d4f40',
    accentDark: '#8fd3bb',
    onAccentLight: '#ffffff',
    onAccentDark: '#0c211a',
  },
};
