import type { Page } from '../page.ts';
import { ABOUT_YOU } from '../routes.ts';
import { background, religion } from './background.ts';
import { birth } from './birth.ts';
import { citizenship } from './citizenship.ts';
import { address, contact } from './contact.ts';
import { military } from './military.ts';
import { names } from './names.ts';

export const aboutYou: Page = {
  path: '/about',
  title: ABOUT_YOU,
  sections: [names, birth, contact, address, citizenship, background, religion, military],
};
