import { describe, expect, test } from 'vitest';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { CommandError } from '../command.ts';

const server = useTestServer();
const lines = commandRunner(() => server().context);
const run = async (...call: Parameters<typeof lines>) => (await lines(...call)).join('\n');

describe('banner', () => {
  /** The server reads the banner once a second. */
  const shown = async () => {
    server().clock.advance(1000);
    return (await server().visitor().get('/public/banner')).body;
  };

  test('shows one sentence to everybody until it is cleared', async () => {
    expect(await shown()).toEqual({ text: null });
    expect(await run('banner')).toBe('There is no banner.');
    await run('banner', ['Away on Friday.']);
    await run('banner', ['We are away on Friday from 10 pm.']);
    expect(await shown()).toEqual({ text: 'We are away on Friday from 10 pm.' });
    expect(await run('banner')).toBe('We are away on Friday from 10 pm.');
    await run('banner', [], { clear: true });
    expect(await shown()).toEqual({ text: null });
  });

  test('a banner disappears by itself when its time is over', async () => {
    await run('banner', ['Away tonight.'], { until: '2026-09-01T16:00Z' });
    expect(await shown()).toEqual({ text: 'Away tonight.' });
    server().clock.advance(3_600_000);
    expect(await shown()).toEqual({ text: null });
  });

  test.each([
    { text: 'two\nlines', options: {} },
    { text: 'x'.repeat(301), options: {} },
    { text: 'Away.', options: { until: 'tomorrow' } },
    { text: 'Away.', options: { until: '2020-01-01T00:00Z' } },
    { text: 'Away.', options: { clear: true } },
    { text: '', options: {} },
    { text: '', options: { until: '2026-12-01T06:00Z' } },
  ])('is refused: $text $options', async ({ text, options }) => {
    await expect(run('banner', [text], options)).rejects.toThrow(CommandError);
    expect(await shown()).toEqual({ text: null });
  });
});
