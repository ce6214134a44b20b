import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { adoptStorage, hasOwnStorage, INSTALLATION_KEY } from '#server/domain/documents/installation.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const lines = commandRunner(() => server().context);
const run = async (...call: Parameters<typeof lines>) => (await lines(...call)).join('\n');

const folder = mkdtempSync(join(tmpdir(), 'admissions-upkeep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('import-lookup', () => {
  const file = join(folder, 'schools.csv');

  test('import-lookup replaces one kind of school from a file', async () => {
    writeFileSync(file, readFileSync(join(import.meta.dirname, '../../domain/lookup/high-schools.csv')));
    expect(await run('import-lookup', ['hs_ceeb', file])).toMatch(/^\d+ records of hs_ceeb\.$/);
    await expect(run('import-lookup', ['planets', file])).rejects.toThrow('Which kind?');
  });

  test('takes a file as a spreadsheet saves it in UTF-8, with a byte order mark', async () => {
    writeFileSync(file, '\uFEFFname,city\r\nUniversité,Genève\r\n');
    expect(await run('import-lookup', ['hs_ceeb', file])).toBe('1 records of hs_ceeb.');
  });

  test.each([
    { kind: 'hs_ceeb', csv: 'name,city\n"Unclosed,Town\n', says: 'Line 2: a quote is not closed' },
    { kind: 'hs_ceeb', csv: 'name,city\nA\0B,C\n', says: 'Line 2 contains a NUL character' },
    { kind: 'hs_ceeb', csv: 'name,adress\nA,B\n', says: 'Line 1 has the heading adress' },
    { kind: 'hs_ceeb', csv: 'name,City\nA,B\n', says: 'Line 1 has the heading City' },
    { kind: 'hs_ceeb', csv: 'name,name\nA,B\n', says: 'Line 1 has the heading name twice.' },
    { kind: 'hs_ceeb', csv: 'name,\nA,B\n', says: 'Line 1 has a column without a heading.' },
    {
      kind: 'hs_ceeb',
      csv: 'name,state\nA,PA\nB,New York\n',
      says: "Line 3: the state New York is not one of the form's codes",
    },
    {
      kind: 'address',
      csv: 'address_line_1,country\nA,US\n',
      says: "Line 2: the country US is not one of the form's codes",
    },
    { kind: 'hs_ceeb', csv: 'Institution,city\nPitt,Pittsburgh\n', says: 'Line 1 has no heading name.' },
    { kind: 'address', csv: 'name,city\nPitt,Town\n', says: 'Line 1 has no heading address_line_1.' },
    { kind: 'hs_ceeb', csv: 'name,city\n\n\nPitt,Town\n ,Town\n', says: 'Line 5 has no name.' },
    { kind: 'hs_ceeb', csv: 'name,city\n', says: 'no lines after the headings' },
    { kind: 'hs_ceeb', csv: '', says: 'The file is empty.' },
    { kind: 'hs_ceeb', csv: 'name\nUniversit\xe9\n', says: 'not in UTF-8' },
  ])('says of $csv what is wrong with it, and replaces nothing: $says', async ({ kind, csv, says }) => {
    const kept = async () => {
      const { rows } = await server().context.database.pool.query(
        'SELECT * FROM lookup_records WHERE category = $1 ORDER BY id',
        [kind],
      );
      return rows;
    };
    const before = await kept();
    expect(before.length).toBeGreaterThan(0);
    writeFileSync(file, csv, 'latin1');
    await expect(run('import-lookup', [kind, file])).rejects.toThrow(says);
    expect(await kept()).toEqual(before);
  });
});

test('adopt-storage requires --yes, and gives the storage the id of the database', async () => {
  const { storage } = server().context;
  await adoptStorage(server().context);
  await storage.write(INSTALLATION_KEY, Buffer.from('of another installation'));
  expect(await hasOwnStorage(server().context)).toBe(false);
  await expect(run('adopt-storage')).rejects.toThrow('add --yes');
  expect(await hasOwnStorage(server().context)).toBe(false);
  await run('adopt-storage', [], { yes: true });
  expect(await hasOwnStorage(server().context)).toBe(true);
});

test('requeue leaves out what only the applicant can start again', async () => {
  const kinds = Object.keys(JSON.parse(await run('requeue', [], { json: true })));
  expect(kinds).toEqual(expect.arrayContaining(['send-mail', 'deliver-webhook']));
  for (const kind of ['convert-document', 'make-pdf']) {
    expect(kinds).not.toContain(kind);
    await expect(run('requeue', [kind])).rejects.toThrow('Which kind? One of deliver-webhook');
  }
});

test('output for programs is also available as JSON', async () => {
  expect(JSON.parse(await run('requeue', ['send-mail'], { json: true }))).toEqual({ 'send-mail': 0 });
  expect(JSON.parse(await run('retention', [], { json: true }))).toMatchObject({
    sessions: expect.any(Number),
  });
});
