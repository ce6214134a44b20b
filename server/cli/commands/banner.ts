import * as z from 'zod/mini';
import { BANNER_MAX_CHARS } from '#server/domain/upkeep/banner.ts';
import { CommandError, defineCommand, UsageError } from '../command.ts';
import { flag, shown, word } from '../takes.ts';

export const banner = defineCommand({
  name: 'banner',
  takes: {
    text: z.optional(z.string().check(z.trim(), word('"TEXT"'))),
    until: z.optional(z.string().check(shown('2026-12-01T06:00Z'))),
    clear: flag,
  },
  description:
    'Shows a sentence at the bottom of every page, until a time or until --clear removes it. Without a text, prints the current one.',
  async run({ context, print, text, until: time, clear }) {
    if (clear) {
      if ((text ?? '') !== '' || time !== undefined) throw new UsageError('--clear takes nothing else.');
      await context.banners.clear();
      return print('The banner is cleared.');
    }
    // `banner "$TEXT"` with an unset variable does not ask for the present text.
    if (text === '') throw new UsageError('The text is empty. To remove the banner, use --clear.');
    if (text === undefined) {
      if (time !== undefined) throw new UsageError('--until takes a text to show until then.');
      const shown = await context.banners.current();
      return print(shown === undefined ? 'There is no banner.' : sentenceOf(shown.text, shown.until));
    }
    if (text.length > BANNER_MAX_CHARS || /\p{Cc}/u.test(text)) {
      throw new CommandError(`The text is one line of at most ${BANNER_MAX_CHARS} characters.`);
    }
    const until = time === undefined ? null : new Date(time);
    if (until !== null && !(until > context.clock.now()))
      throw new UsageError('--until takes a time in the future, such as 2026-12-01T06:00Z.');
    await context.banners.show({ text, until });
    print(sentenceOf(text, until));
  },
});

function sentenceOf(text: string, until: Date | null): string {
  return until === null ? text : `${text} (until ${until.toISOString()})`;
}
