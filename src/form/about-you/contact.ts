import { tenant } from '#tenant/tenant.ts';
import { addressQuestions } from '../groups/address.ts';
import { all, equals, notAnswered } from '../condition.ts';
import type { Section } from '../page.ts';
import { checkbox, phone, text } from '../question.ts';

/** (xxx) xxx-xxxx; the area code and the exchange begin with 2 to 9. */
const PHONE = /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/;

export const contact: Section = {
  id: 'contact',
  title: 'How we reach you',
  titleOnPaper: 'Contact',
  intro: 'One phone number is enough.',
  elements: [
    phone('phone_home', {
      label: 'Home phone',
      isUnmarked: true,
      autocomplete: 'home tel-national',
      required: {
        when: all(notAnswered('phone_mobile'), notAnswered('phone_international')),
        message: 'Please enter either a home phone or cell phone number.',
      },
      rule: ({ z }) => z.string().check(z.regex(PHONE, 'Please enter a valid home phone number.')),
    }),
    phone('phone_mobile', {
      label: 'Cell phone',
      isUnmarked: true,
      autocomplete: 'mobile tel-national',
      required: {
        when: equals('optin_sms_ind', 'true'),
        message: 'A cell phone number is required to receive text message updates.',
      },
      rule: ({ z }) => z.string().check(z.regex(PHONE, 'Please enter a valid cell phone number.')),
    }),
    checkbox('optin_sms_ind', { label: tenant.texts.smsConsent }),
    {
      type: 'trigger',
      control: 'button',
      id: 'has_international_phone',
      label: 'Add a phone number outside the United States and Canada',
      openLabel: 'Remove the phone number outside the United States and Canada',
      before: 'If you have no number in the United States or Canada, add one from another country.',
      after: [
        text('phone_international', {
          label: 'International phone',
          isUnmarked: true,
          hint: 'With the country code, such as +44\u00a020\u00a07946\u00a00000.',
          autocomplete: 'tel',
          isNumber: true,
        }),
      ],
    },
  ],
};

export const address: Section = {
  id: 'address',
  title: 'Your address',
  titleOnPaper: 'Address',
  elements: addressQuestions(''),
};
