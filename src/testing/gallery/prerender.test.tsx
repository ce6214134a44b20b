import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FieldsGallery } from './fields.tsx';
import { PartsGallery } from './parts.tsx';

test('every widget renders without a browser, the same twice', () => {
  const html = renderToString(<FieldsGallery />) + renderToString(<PartsGallery />);
  expect(renderToString(<FieldsGallery />) + renderToString(<PartsGallery />)).toBe(html);
});

const names = [
  ...[
    'first_name',
    'email',
    'essay',
    'password',
    'phone_home',
    'ssn',
    'birth_date',
    'country',
    'veteran',
    'race_asian',
  ],
  ...['legal', 'from_month', 'from_year', 'school'],
];

test.each(names)('%s is prerendered as an element with its id and an input with its name', (name) => {
  const html = renderToString(<FieldsGallery />);
  expect(html).toContain(`id="${name}"`);
  expect(html).toMatch(new RegExp(`<(?:input|textarea|select)[^>]* name="${name}"`, 'u'));
});

test('a country list is prerendered as the native select, with its options', () => {
  expect(renderToString(<FieldsGallery />)).toMatch(
    /<select[^>]* name="country"[^>]*><option[^>]*>--<\/option>/u,
  );
});
