import type { Tenant } from '#partner.ts';
import { entryTerms, programs } from './programs.ts';
import { texts } from './texts.ts';

/** A second fictional university: tests that run with it notice details of the first one outside of its folder. */
export const tenant: Tenant = {
  name: 'Meridian State University',
  shortName: 'Meridian',
  office: 'Graduate Office',
  addressLines: ['1 Longitude Way', 'Meridian, OR 97999'],
  helpEmail: 'help@meridian.example',
  helpPhone: '(541) 555-0170',
  websiteUrl: 'https://www.meridian.example/',
  privacyUrl: 'https://www.meridian.example/privacy',
  internationalPortal: {
    name: 'application for students from abroad',
    url: 'https://abroad.meridian.example/',
  },
  timeZone: 'America/Los_Angeles',
  identityCookiePrefix: 'MeridianLogin',
  mailFrom: 'Meridian Graduate Office <apply@meridian.example>',
  limits: { textareaMaxChars: 5000 },
  texts,
  programs,
  entryTerms,
  hiddenFromOffice: ['background', 'religion', 'employment'],
  colors: {
    accentLight: '#1b3f8b',
    accentDark: '#a8c1ff',
    onAccentLight: '#ffffff',
    onAccentDark: '#0a1430',
  },
};
