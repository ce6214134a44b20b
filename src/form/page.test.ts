import { expect, test } from 'vitest';
import { pages } from './form.ts';
import { shownTab, type Tabs } from './page.ts';
import { text } from './question.ts';

const [city, zip] = [text('city', { label: 'City' }), text('zip', { label: 'ZIP' })];
const group: Tabs = {
  type: 'tabs',
  tabId: 'place',
  label: 'Place',
  tabs: [
    { id: 'by_city', label: 'By city', elements: [city] },
    { id: 'by_zip', label: 'By ZIP', elements: [zip] },
  ],
};

test.each([
  { chosen: undefined, answered: [], shown: 'by_city' },
  { chosen: 'by_zip', answered: [], shown: 'by_zip' },
  { chosen: undefined, answered: [zip], shown: 'by_zip' },
  { chosen: 'by_city', answered: [zip], shown: 'by_zip' },
  { chosen: 'by_zip', answered: [city, zip], shown: 'by_zip' },
  { chosen: 'of another release', answered: [], shown: 'by_city' },
])('with $chosen chosen and $answered.length answered, $shown is shown', ({ chosen, answered, shown }) => {
  const hasAnswer = (elements: readonly unknown[]) =>
    answered.some((question) => elements.includes(question));
  expect(shownTab(group, chosen, hasAnswer).id).toBe(shown);
});

test('there are as many pages as the specification has places in the navigation', () => {
  expect(pages).toHaveLength(3);
});
