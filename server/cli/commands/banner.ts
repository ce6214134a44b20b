import { BANNER_MAX_CHARS } from '#server/domain/upkeep/banner.ts';
import { CommandError, type Command, type CommandInput, UsageError } from '../command.ts';

const banner: Command = {
  name: 'banner',
  usage: '["TEXT" [--until 2026-12-01T06:00Z] | --clear]',
  maxWords: Number.POSITIVE_INFINITY,
  description:
    'Shows a sentence over the foot of every page, until a time or until it is cleared; without a text, prints the present one.',
  async run(input) {
    const { context, words, options, print } = input;
    const text = words.join(' ').trim();
    if (options['clear'] === true) {
      if (text !== '' || options['until'] !== undefined) throw new UsageError('--clear takes nothing else.');
      await context.banners.clear();
      return print('The banner is cleared.');
    }
    if (text === '') {
      // `banner "$TEXT"` with an unset variable is no question for the present one.
      if (words.length > 0) throw new UsageError('The text is empty; --clear takes the present one away.');
      if (options['until'] !== undefined) throw new UsageError('--until takes a text to show until then.');
      const shown = await context.banners.current();
      return print(shown === undefined ? 'There is no banner.' : sentenceOf(shown.text, shown.until));
    }
    if (text.length > BANNER_MAX_CHARS || /\p{Cc}/u.test(text)) {
      throw new CommandError(`The text is one line of at most ${BANNER_MAX_CHARS} characters.`);
    }
    const until = untilOf(input);
    await context.banners.show({ text, until });
    print(sentenceOf(text, until));
  },
};

function untilOf({ context, options }: CommandInput): Date | null {
  const given = options['until'];
  if (given === undefined) return null;
  const until = new Date(String(given));
  if (!(until > context.clock.now()))
    throw new UsageError('--until takes a time to come, such as 2026-12-01T06:00Z.');
  return until;
}

function sentenceOf(text: string, until: Date | null): string {
  return until === null ? text : `${text} (until ${until.toISOString()})`;
}

export const bannerCommands: readonly Command[] = [banner];
