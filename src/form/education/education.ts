import type { Page } from '../page.ts';
import { EDUCATION } from '../routes.ts';
import { attendance } from './attendance.ts';
import { colleges } from './colleges.ts';
import { employment } from './employment.ts';
import { program } from './program.ts';

export const education: Page = {
  path: '/education',
  title: EDUCATION,
  sections: [program, attendance, colleges, employment],
};
