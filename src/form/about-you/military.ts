import { equals } from '../condition.ts';
import { yesNo } from '../options/option.ts';
import type { Section } from '../page.ts';
import { radio } from '../question.ts';

export const military: Section = {
  id: 'military',
  title: 'Military service',
  intro: 'We ask so that we can tell you about benefits you may qualify for.',
  elements: [
    radio('military_veteran', {
      label: 'Are you a veteran of the U.S. armed forces?',
      options: yesNo,
      required: 'Please tell us whether you are a veteran.',
    }),
    radio('military_veteran_post_911', {
      label: 'Did you serve after September 10, 2001?',
      options: yesNo,
      when: equals('military_veteran', 'yes'),
    }),
    radio('military_active', {
      label: 'Are you on active duty, in the National Guard or a reserve?',
      options: yesNo,
    }),
    radio('military_dependent', {
      label: 'Are you the spouse or child of someone who serves or has served?',
      options: yesNo,
    }),
  ],
};
