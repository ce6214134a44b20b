import type { Page } from '../page.ts';
import { attendance } from './attendance.ts';
import { colleges } from './colleges.ts';
import { employment } from './employment.ts';
import { program } from './program.ts';

export const education: Page = {
  path: '/education',
  title: 'Education',
  sections: [program, attendance, colleges, employment],
};
