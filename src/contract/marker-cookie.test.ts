import { expect, test } from 'vitest';
import { isKnownHere } from './marker-cookie.ts';

test.each([
  { cookies: '', search: '', isKnown: false },
  { cookies: 'theme=dark', search: '?utm_source=fair', isKnown: false },
  { cookies: 'theme=dark; idp.marker=1', search: '', isKnown: true },
  { cookies: 'not-idp.marker=1', search: '', isKnown: false },
  { cookies: '', search: '?token=x', isKnown: true },
  { cookies: '', search: '?utm_source=fair&service_token=x', isKnown: true },
  { cookies: '', search: '?%74oken=x', isKnown: true },
  { cookies: '', search: '?my_token=x', isKnown: false },
])(
  'with the cookies "$cookies" and "$search", somebody is known: $isKnown',
  ({ cookies, search, isKnown }) => {
    expect(isKnownHere(cookies, new URLSearchParams(search), 'idp.')).toBe(isKnown);
  },
);
