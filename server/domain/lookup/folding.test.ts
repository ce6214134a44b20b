import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';
import { folded } from './folding.ts';

const server = useTestServer();

test.each([
  ['O’Brien', "O'Brien", 'obrien'],
  ['Oʼbrien', 'O`Brien', 'obrien'],
  ['Kealoha ʻŌpūnui', 'kealoha opunui', 'kealoha opunui'],
  ['Đặng', 'Dang', 'dang'],
  ['Weiß', 'WEISS', 'weiss'],
  ['Łukasz Wałęsa', 'lukasz walesa', 'lukasz walesa'],
  ['Søren Ødegård', 'soren odegard', 'soren odegard'],
  ['Æsir Þór', 'aesir thor', 'aesir thor'],
  ['Işık', 'ISIK', 'isik'],
  ['İstanbul', 'istanbul', 'istanbul'],
  ['Smith–Jones', 'smith-jones', 'smith jones'],
  ['Smith\u2011Jones', 'Smith \u2014 Jones', 'smith jones'],
  ['Zo\u00ad\u200bë', 'Zoe', 'zoe'],
  ['Jose\u0301', 'José', 'jose'],
  ['می\u200cخواهم', 'میخواهم', 'میخواهم'],
  ['مُحَمَّد', 'محمد', 'محمد'],
  ['St. John’s  College', 'st johns college', 'st johns college'],
  ['ΟΔΟΣ', 'οδός', 'οδοσ'],
  ['100%_\\', '100', '100'],
])('"%s" and "%s" are compared as "%s"', (one, other, form) => {
  expect([folded(one), folded(other)]).toEqual([form, form]);
});

test('the database folds every sign as the server does', async () => {
  const signs = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1))
    // Unicode has added letters here since the tables of PostgreSQL were made.
    .filter((sign) => !/[\ua7cb-\ua7f1]/u.test(sign))
    .filter((sign) => /^[^\p{Cs}\p{Cn}\p{Co}]$/u.test(sign))
    .map((sign) => `a${sign}B`);
  const { rows } = await server().context.database.pool.query(
    'SELECT sent, folded(sent) AS stored FROM unnest($1::text[]) AS sent',
    [signs],
  );
  const different = rows.filter(({ sent, stored }) => folded(sent) !== stored);
  expect(different.map(({ sent, stored }) => [sent, stored, folded(sent)])).toEqual([]);
});
