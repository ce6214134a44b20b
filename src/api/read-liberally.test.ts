import { expect, test } from 'vitest';
import { getAddAnother } from '#contract/add-another.ts';
import { getConversion } from '#contract/conversion.ts';
import type { Call } from '#contract/define-call.ts';
import { getDocumentAnswers } from '#contract/document-answer.ts';
import { findLookup } from '#contract/lookup.ts';
import { getPdf } from '#contract/pdf.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import { getProfile } from '#contract/profile.ts';
import { getTabs } from '#contract/tabs.ts';
import { getServiceView, getTemporaryAnswers } from '#contract/token-views.ts';
import { readLiberally } from './read-liberally.ts';

interface Case {
  readonly what: string;
  readonly declared: Call;
  readonly sent: unknown;
  /** Absent if the response cannot be used. */
  readonly read?: unknown;
}

const EMPTY_PROFILE = { username: 'ann', answer: {}, document_answer: {}, last_page: null, web_status: [] };
const NO_FILE = { file_name: '', file_size: 0, status: 'NOT_ANSWERED' };
const NO_RECORD = { name: '', address_line_1: '', city: '', state: '', zip: '', country: '', ceeb: '' };

test.each<Case>([
  { what: 'a profile of a name alone', declared: getProfile, sent: { username: 'ann' }, read: EMPTY_PROFILE },
  {
    what: 'a profile of nulls',
    declared: getProfile,
    sent: { username: 'ann', answer: null, document_answer: null, web_status: null, successful_login: null },
    read: EMPTY_PROFILE,
  },
  {
    what: 'a profile of empty lists, as PHP writes empty maps',
    declared: getProfile,
    sent: { username: 'ann', answer: [], document_answer: [], web_status: 'started' },
    read: EMPTY_PROFILE,
  },
  {
    what: 'answers that are no text',
    declared: getProfile,
    sent: {
      username: 7,
      answer: {
        first_name: 'Ada',
        expected_graduation_date: 2019,
        middle_name: null,
        city: ['Troy'],
        state: { code: 'NY' },
      },
    },
    read: {
      ...EMPTY_PROFILE,
      username: '7',
      answer: { first_name: 'Ada', expected_graduation_date: '2019', middle_name: '' },
    },
  },
  {
    what: 'boxes that are booleans, numbers and words',
    declared: getProfile,
    sent: {
      username: 'ann',
      answer: {
        race_asian: true,
        race_white: false,
        race_black: 0,
        optin_sms_ind: 1,
        legal_agree: 'false',
        race_native_hawaiian: null,
        race_american_indian: 'true',
      },
    },
    read: {
      ...EMPTY_PROFILE,
      answer: {
        race_asian: 'true',
        race_white: '',
        race_black: '',
        optin_sms_ind: 'true',
        legal_agree: '',
        race_native_hawaiian: '',
        race_american_indian: 'true',
      },
    },
  },
  {
    what: 'statuses and log-ins of another form',
    declared: getProfile,
    sent: {
      username: 'ann',
      web_status: [{ web_status: 'started', at: 5 }, null, 'validating', { web_status: 3 }],
      successful_login: [{ at: '2026-11-28' }, 1764300000],
      last_page: { path: '/about' },
    },
    read: {
      ...EMPTY_PROFILE,
      web_status: [{ web_status: 'started' }, { web_status: '3' }],
      successful_login: [{ at: '2026-11-28' }, 1764300000],
    },
  },
  {
    what: 'documents that are not there, not whole, or none',
    declared: getProfile,
    sent: {
      username: 'ann',
      document_answer: {
        college_transcript: { status: 'NOT_ANSWERED' },
        employ_resume: { status: 'COMPLETED', file_name: 'r.pdf', file_size: '120' },
        college_2_transcript: { status: 'done' },
        college_3_transcript: null,
      },
    },
    read: {
      ...EMPTY_PROFILE,
      document_answer: {
        college_transcript: NO_FILE,
        employ_resume: { status: 'COMPLETED', file_name: 'r.pdf', file_size: 120 },
      },
    },
  },
  { what: 'a profile of nobody', declared: getProfile, sent: {} },
  { what: 'a profile that is a list', declared: getProfile, sent: [] },

  { what: 'no documents', declared: getDocumentAnswers, sent: null, read: {} },
  { what: 'documents as a word', declared: getDocumentAnswers, sent: 'none' },
  {
    what: 'counts as words',
    declared: getAddAnother,
    sent: { college: '3', other: 'many', third: null, fourth: 99 },
    read: { college: 3 },
  },
  { what: 'no counts', declared: getAddAnother, sent: [], read: {} },
  {
    what: 'tabs',
    declared: getTabs,
    sent: { one: 2, two: ['x'], three: 'resume' },
    read: { one: '2', three: 'resume' },
  },
  { what: 'no tabs', declared: getTabs, sent: null, read: {} },

  {
    what: 'a record without a country',
    declared: findLookup,
    sent: { name: 'Westbrook College', city: 'Troy', zip: 12180, ceeb: 1234, state: null, country: ['USA'] },
    read: { ...NO_RECORD, name: 'Westbrook College', city: 'Troy', zip: '12180', ceeb: '1234' },
  },
  {
    what: 'suggestions that are not whole',
    declared: findLookup,
    sent: [
      { id: 5, text: 'Troy' },
      { id: 6 },
      null,
      { text: 'Nowhere' },
      { id: 'x', text: 'Y', sub_text: null },
    ],
    read: [
      { id: '5', text: 'Troy' },
      { id: 'x', text: 'Y' },
    ],
  },
  { what: 'no suggestions', declared: findLookup, sent: null, read: [] },

  {
    what: 'answers of a link',
    declared: getTemporaryAnswers,
    sent: { answer: { zip: 18509, legal_agree: true } },
    read: { answer: { zip: '18509', legal_agree: 'true' } },
  },
  {
    what: 'a service view of answers alone',
    declared: getServiceView,
    sent: { answer: { first_name: 'Ada', middle_name: null }, tabs: null, document_answer: [] },
    read: { answer: { first_name: 'Ada', middle_name: '' }, add_another: {}, document_answer: {}, tabs: {} },
  },
  {
    what: 'a status whose message is a number',
    declared: getPdf,
    sent: { status: 'FAILED', message: 5, url: null },
    read: { status: 'FAILED', message: '5' },
  },
  { what: 'a conversion of no known status', declared: getConversion, sent: { status: 'OK' } },
  {
    what: 'fields of a form that are numbers',
    declared: postPresignedUrl,
    sent: { url: '/up', fields: { key: 'a/1', expires: 60, token: null } },
    read: { url: '/up', fields: { key: 'a/1', expires: '60', token: '' } },
  },
  { what: 'no address to upload to', declared: postPresignedUrl, sent: { url: null, fields: {} } },
])('$what', ({ declared: { response }, sent, read }) => {
  expect(response.safeParse(readLiberally(response, sent)).data).toEqual(read);
});
