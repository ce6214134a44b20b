import { any, answered } from '../condition.ts';
import { FILE_HINT } from '../file-hint.ts';
import { collegeParts, type CollegePrefix } from '../keys.ts';
import { degrees } from '../options/study.ts';
import { statesAndProvinces } from '../options/states.ts';
import type { Element } from '../page.ts';
import { file, select, text } from '../question.ts';

/**
 * The questions about one college; every key begins with `prefix`. The first college's name and degree are required.
 * Those of another college are required once anything about it has been answered.
 */
export function collegeQuestions(prefix: CollegePrefix): readonly Element[] {
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
    {
      type: 'one-line',
      id: `${prefix}address`,
      label: 'College address',
      buttonLabel: 'Change',
      pickedBy: `${prefix}name`,
      line: [[`${prefix}address_line_1`], [`${prefix}city`], [`${prefix}state`, `${prefix}zip`]],
      questions: [
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
      ],
    },
    file(`${prefix}transcript`, {
      label: 'Unofficial transcript',
      hint: FILE_HINT,
    }),
  ];
}
