import { describe, expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';
import { makeRightsOf, READ_ALL } from './rights.ts';

const server = useTestServer({ hasWorkers: false });

test.each([
  { text: undefined, name: 'nora', rights: READ_ALL },
  { text: 'nora: act', name: 'nora', rights: { mayAct: true, programs: [] } },
  { text: 'nora: act', name: 'lee', rights: READ_ALL },
  {
    text: ' Nora O’Neil: act NURSING , MASTERS/MBAD ;*: read NURSING; ',
    name: 'Nora O’Neil',
    rights: { mayAct: true, programs: ['NURSING', 'MASTERS/MBAD'] },
  },
  { text: 'nora:act;*:read NURSING', name: 'lee', rights: { mayAct: false, programs: ['NURSING'] } },
  {
    text: 'lee@example.edu: read NURSING; *: act',
    name: 'Lee@Example.edu',
    rights: { mayAct: false, programs: ['NURSING'] },
  },
  // An address may have colons and blanks of its own.
  { text: 'urn:nora lee: act', name: 'urn:nora lee', rights: { mayAct: true, programs: [] } },
])('OFFICE_USER_RIGHTS "$text" for $name', ({ text, name, rights }) => {
  expect(makeRightsOf(text)(name)).toEqual(rights);
});

test.each(['nora', 'nora: write', 'nora: act NURSES', 'nora: read,act', ': act', 'nora: act; Nora: read'])(
  'OFFICE_USER_RIGHTS "%s" keeps the server from starting',
  (text) => {
    expect(() => makeRightsOf(text)).toThrow(/^The environment variable OFFICE_USER_RIGHTS has an entry/);
  },
);

describe('the condition on a row', () => {
  test.each([
    { programs: [], open: ['', 'MASTERS/MBAD', 'MASTERS/MS', 'NURSING/NURS'] },
    { programs: ['MASTERS'], open: ['MASTERS/MBAD', 'MASTERS/MS'] },
    { programs: ['MASTERS/MBAD', 'NURSING'], open: ['MASTERS/MBAD', 'NURSING/NURS'] },
    { programs: ['MAST'], open: [] },
  ])('lets $programs read $open', async ({ programs, open }) => {
    const { context, account } = server();
    const { applications, officeList } = context;
    const ids = new Map<string, string>();
    for (const program of ['', 'MASTERS/MBAD', 'MASTERS/MS', 'NURSING/NURS']) {
      const { id } = await account();
      const [program_type = '', applied_major = ''] = program.split('/');
      await applications.saveAnswers(id, { program_type, applied_major });
      ids.set(program, id);
    }
    const found = await Promise.all(
      [...ids].map(async ([program, id]) =>
        (await officeList.get({ programs }, id).catch(() => undefined)) === undefined ? [] : [program],
      ),
    );
    expect(found.flat()).toEqual(open);
  });
});
