import { describe, expect, test } from 'vitest';
import { messagesOf } from '#testing/judge.ts';
import type { Answers } from './condition.ts';
import { collegePrefixes, type CollegePrefix } from './keys.ts';
import { lineOf } from './one-line.ts';
import type { OneLine } from './page.ts';
import { repeaters } from './stored-keys.ts';

const oneLines = repeaters
  .flatMap(({ components }) => components.flatMap(({ elements }) => elements))
  .filter((element): element is OneLine => 'type' in element && element.type === 'one-line');

function answersOf(prefix: CollegePrefix, parts: Record<string, string>): Answers {
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [`${prefix}${part}`, value]));
}

const scranton = { address_line_1: '800 Linden Street', city: 'Scranton', state: 'PA', zip: '18510' };

test('each college has its address in one line', () => {
  expect(oneLines.map(({ id }) => id)).toEqual(collegePrefixes.map((prefix) => `${prefix}address`));
});

describe.each(collegePrefixes.map((prefix, index) => ({ prefix, oneLine: oneLines[index]! })))(
  'the line of $prefix',
  ({ prefix, oneLine }) => {
    test.each([
      { parts: scranton, line: '800 Linden Street, Scranton, PA 18510' },
      {
        parts: { ...scranton, city: ' Scranton ', ceeb: '2929' },
        line: '800 Linden Street, Scranton, PA 18510',
      },
      ...Object.keys(scranton).map((missing) => ({ parts: { ...scranton, [missing]: ' ' }, line: '' })),
      { parts: {}, line: '' },
    ])('of $parts is "$line"', ({ parts, line }) => {
      expect(lineOf(oneLine, answersOf(prefix, parts))).toBe(line);
    });

    test('hides no question that must be answered', () => {
      const answers = answersOf(prefix, scranton);
      for (const { key } of oneLine.questions) expect(messagesOf(key, answers)).toEqual([]);
    });
  },
);
