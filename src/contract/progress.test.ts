import { describe, expect, test } from 'vitest';
import { messagesByField } from '#testing/issues.ts';
import { putAddAnother } from './add-another.ts';
import { postConversion } from './conversion.ts';
import { putLastPage } from './last-page.ts';
import { findLookup } from './lookup.ts';
import { postPresignedUrl } from './presigned-url.ts';
import { putTabs } from './tabs.ts';
import { postValidations } from './validations.ts';
import { postWebStatus } from './web-status.ts';

const fieldsOf = (schema: Parameters<typeof messagesByField>[0], body: unknown) =>
  Object.keys(messagesByField(schema, body));

test.each([
  { web_status: 'started', fields: [] },
  { web_status: 'validating', fields: [] },
  { web_status: 'submitted', fields: ['web_status'] },
  { web_status: '', fields: ['web_status'] },
])('a client may post the status "$web_status": errors $fields', ({ web_status, fields }) => {
  expect(fieldsOf(postWebStatus.body, { web_status })).toEqual(fields);
});

test.each([
  { last_page: '/about', fields: [] },
  { last_page: '/education', fields: [] },
  { last_page: '/final-steps', fields: [] },
  { last_page: '/completion', fields: ['last_page'] },
  { last_page: '//evil.example', fields: ['last_page'] },
  { last_page: '/about?x', fields: ['last_page'] },
])('last page $last_page: errors $fields', ({ last_page, fields }) => {
  expect(fieldsOf(putLastPage.body, { last_page })).toEqual(fields);
});

test.each([
  { button_id: 'college', num_components: 1, fields: [] },
  { button_id: 'college', num_components: 5, fields: [] },
  { button_id: 'college', num_components: 6, fields: ['num_components'] },
  { button_id: 'college', num_components: 0, fields: ['num_components'] },
  { button_id: 'college', num_components: 1.5, fields: ['num_components'] },
  { button_id: 'college', num_components: 11, fields: ['num_components'] },
  { button_id: 'employer', num_components: 2, fields: ['button_id'] },
  { button_id: '', num_components: 2, fields: ['button_id'] },
])('$num_components components of "$button_id": errors $fields', ({ fields, ...body }) => {
  expect(fieldsOf(putAddAnother.body, body)).toEqual(fields);
});

test.each([
  { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_resume', fields: [] },
  { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience', fields: [] },
  { tab_id: 'employ_experience_tabs', chosen_tab: 'other', fields: ['chosen_tab'] },
  { tab_id: 'other', chosen_tab: 'employ_resume', fields: ['tab_id'] },
])('tab $chosen_tab of $tab_id: errors $fields', ({ fields, ...body }) => {
  expect(fieldsOf(putTabs.body, body)).toEqual(fields);
});

describe('validations', () => {
  test('take the messages of questions, and none at all', () => {
    expect(postValidations.body.safeParse({}).success).toBe(true);
    expect(postValidations.body.safeParse({ zip: ['Too short.'], city: [] }).success).toBe(true);
  });

  test.each([
    { nonsense: ['x'] },
    { zip: 'x' },
    { zip: [1] },
    { zip: ['x'.repeat(501)] },
    { zip: Array(21).fill('x') },
  ])('refuse %j', (body) => {
    expect(postValidations.body.safeParse(body).success).toBe(false);
  });
});

describe('documents', () => {
  test.each([
    { answer_key: 'college_transcript', accepted: true },
    { answer_key: 'college_5_transcript', accepted: true },
    { answer_key: 'employ_resume', accepted: true },
    { answer_key: 'college_6_transcript', accepted: false },
    { answer_key: 'first_name', accepted: false },
    { answer_key: '../secret', accepted: false },
  ])('a link to upload $answer_key: $accepted', ({ answer_key, accepted }) => {
    expect(postPresignedUrl.body.safeParse({ answer_key }).success).toBe(accepted);
  });

  test.each([
    { file_name: 'a.pdf', fields: [] },
    { file_name: 'x'.repeat(32), fields: [] },
    { file_name: 'x'.repeat(33), fields: ['file_name'] },
    { file_name: '😀'.repeat(32), fields: [] },
    { file_name: '', fields: ['file_name'] },
  ])('the file name "$file_name": errors $fields', ({ file_name, fields }) => {
    expect(fieldsOf(postConversion.body, { file_key: 'k', file_name })).toEqual(fields);
  });
});

describe('look-ups', () => {
  test.each([
    { query: { text: 'penn', category: 'college_ceeb', max_results: '5' }, accepted: true },
    { query: { text: 'penn', category: 'address' }, accepted: true },
    { query: { id: '123', category: 'hs_ceeb' }, accepted: true },
    { query: { text: 'penn', category: 'people' }, accepted: false },
    { query: { text: 'penn', category: 'address', max_results: '6' }, accepted: false },
    { query: { text: 'x'.repeat(201), category: 'address' }, accepted: false },
    { query: { category: 'address' }, accepted: false },
    { query: { id: '', category: 'address' }, accepted: false },
  ])('$query: $accepted', ({ query, accepted }) => {
    expect(findLookup.query.safeParse(query).success).toBe(accepted);
  });

  test('ask for five unless told', () => {
    expect(findLookup.query.parse({ text: 'penn', category: 'address' })).toMatchObject({ max_results: 5 });
  });
});
