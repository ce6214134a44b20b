import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

async function folded(text: string): Promise<unknown> {
  const { rows } = await server().context.database.pool.query('SELECT folded($1) AS form', [text]);
  return rows[0].form;
}

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
])('"%s" and "%s" are compared as "%s"', async (one, other, form) => {
  expect([await folded(one), await folded(other)]).toEqual([form, form]);
});

test('a NUL in the typed text separates words', async () => {
  const { lookup } = server().context;
  const typed = await lookup.suggest('college_ceeb', 'penn\0state', 3);
  expect(typed).not.toEqual([]);
  expect(typed).toEqual(await lookup.suggest('college_ceeb', 'penn state', 3));
});
