import { any, answered } from '../condition.ts';
import { FILE_HINT } from '../file-hint.ts';
import { collegeParts, type CollegePrefix } from '../keys.ts';
import { degrees } from '../options/study.ts';
import { statesAndProvinces } from '../options/states.ts';
import { file, select, text, type Question } from '../question.ts';

/**
 * The questions about one college; every key begins with `prefix`. The first college's name and degree are required.
 * Those of another college are required once anything about it has been answered.
 */
export function collegeQuestions(prefix: CollegePrefix): readonly Question[] {
  const isFirst = prefix === 'college_';
  const required = (message: string) =>
    isFirst ? message : { message, when: any(...collegeParts.map((part) => answered(`${prefix}${part}`))) };
  return [
    text(`${prefix}name`, {
      label: 'College or university',
      hint: 'Enter your school information below.',
      maxChars: 100,
      autoCapitalize: 'words',
      required: required('Please enter the name of your college.'),
      suggest: {
        category: 'college_ceeb',
        isSchool: true,
        fills: {
          name: `${prefix}name`,
          address_line_1: `${prefix}address_line_1`,
          city: `${prefix}city`,
          state: `${prefix}state`,
          zip: `${prefix}zip`,
          ceeb: `${prefix}ceeb`,
        },
      },
    }),
    select(`${prefix}degree`, {
      label: 'Degree earned or expected',
      options: degrees,
      required: required('Please select your degree.'),
    }),
    text(`${prefix}address_line_1`, { label: 'College address', autoCapitalize: 'words' }),
    text(`${prefix}city`, { label: 'College city', autoCapitalize: 'words' }),
    select(`${prefix}state`, { label: 'College state or province', options: statesAndProvinces }),
    text(`${prefix}zip`, {
      label: 'College ZIP or postal code',
      autoCapitalize: 'characters',
      isNumber: true,
    }),
    text(`${prefix}ceeb`, {
      label: 'CEEB code',
      hint: 'Filled in when you pick your college from the list. Leave it blank if you do not know it.',
      inputMode: 'numeric',
      isNumber: true,
    }),
    file(`${prefix}transcript`, {
      label: 'Unofficial transcript',
      hint: FILE_HINT,
    }),
  ];
}
