import { expect, test, vi } from 'vitest';
import { freshBrowser } from '#testing/fresh-browser.ts';
import { fillFromRecord } from './looked-up.ts';

const { tabOf } = freshBrowser();

test.each([
  { left: false, city: 'Scranton' },
  { left: true, city: '' },
])('a record that arrives late is filled in unless the applicant has left: $left', async ({ left, city }) => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const { app } = await tabOf().start('ann@example.org');
  const fills = { city: 'college_city' } as const;
  const filled = fillFromRecord(app, 'college_name', { category: 'college_ceeb', fills }, '2929');
  if (left) await app.leave('expired');
  answer.resolve(
    Response.json({
      name: '',
      address_line_1: '',
      city: 'Scranton',
      state: '',
      zip: '',
      country: '',
      ceeb: '',
    }),
  );
  await filled;
  expect(app.get('college_city')).toBe(city);
});
