import type { Page } from '../page.ts';
import { background } from './background.ts';
import { birth } from './birth.ts';
import { citizenship } from './citizenship.ts';
import { address, contact } from './contact.ts';
import { military } from './military.ts';
import { names } from './names.ts';

export const aboutYou: Page = {
  path: '/about',
  title: 'About You',
  sections: [names, birth, contact, address, citizenship, background, military],
};
