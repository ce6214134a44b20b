import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#server/testing/silent-log.ts';
import { errorFields } from './log.ts';

const refused = Object.assign(new DatabaseError('value "Canary" is too long', 26, 'error'), {
  severity: 'ERROR',
  code: '22001',
  detail: 'Failing row contains (Canary).',
  where: 'unnamed portal parameter $1 = Canary',
});

test.each([
  { from: 'PostgreSQL', error: refused },
  // The queue passes on such copies.
  {
    from: 'PostgreSQL, copied',
    error: Object.assign({}, refused, { message: refused.message, stack: refused.stack }),
  },
])('of an error from $from, the log has code and place, and nobody’s values', ({ error }) => {
  const fields = errorFields(error);
  expect(fields).toMatchObject({ code: '22001', frames: expect.stringContaining('log.test.ts') });
  expect(JSON.stringify(fields)).not.toContain('Canary');
});

test("of an error of ours, the log has the sentence, too; of what is no error, its type's name", () => {
  expect(errorFields(new RangeError('The list is too long.'))).toMatchObject({
    error: 'RangeError',
    reason: 'The list is too long.',
  });
  expect(errorFields('Canary')).toEqual({ error: 'string' });
  expect(errorFields(null)).toEqual({ error: 'object' });
});

test('the types do not allow logging an error itself', () => {
  // @ts-expect-error `errorFields` chooses what of it may be logged.
  silentLog.error(refused, 'A request failed.');
});
