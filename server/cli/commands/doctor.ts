import { privacy } from '#tenant/privacy.ts';
import { systemClock } from '#server/adapters/clock.ts';
import { DatabaseDownError, StartError } from '#server/adapters/errors.ts';
import { inTime } from '#server/adapters/in-time.ts';
import type { QueueDepth } from '#server/adapters/queue.ts';
import { scriptsWithoutFont } from '#server/adapters/printer/installed-scripts.ts';
import { statesOf, type Readiness } from '#server/adapters/readiness.ts';
import type { Context } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { makeOuterParts } from '#server/outer-parts.ts';
import { defineLoneCommand, joinInstallation, type LoneParts } from '../command.ts';
import { flag } from '../takes.ts';

/** Words in a privacy text that promise how long something is kept. */
const PROMISED_TIME = /\b(?:delet|erase|kept|keep)[^.]*\b(?:day|week|month|year)s?\b/i;

const doctor = defineLoneCommand({
  name: 'doctor',
  takes: { json: flag },
  description:
    'Prints whether each part works here, what waits in the queue, and for which scripts no font is installed.',
  async run(input) {
    const context = await joinInstallation(input).catch(async (error: unknown) => {
      if (error instanceof StartError) await examineOuterParts(input, error);
      throw error;
    });
    try {
      await examine({ ...input, ...context, queues: await inTime(context.queue.depths(), {}) });
    } finally {
      await context.close();
    }
  },
});

type DoctorInput = LoneParts & { readonly json: boolean };

/** Reports the other parts when the server could not start. */
async function examineOuterParts(input: DoctorInput, why: StartError): Promise<void> {
  const parts = makeOuterParts(input.env, { clock: systemClock });
  const down = async () => 'down' as const;
  const isDown = why instanceof DatabaseDownError;
  // The start failed after the database had answered, so the database is up. Nobody has checked the queue.
  const inner: Readiness = isDown ? { database: down, queue: down } : { database: async () => 'ok' };
  await examine({ ...input, ...parts, readiness: { ...inner, ...parts.readiness }, queues: {} });
  parts.mail.close();
}

type Examined = Pick<Context, 'readiness' | 'mail' | 'env'> &
  Pick<DoctorInput, 'json' | 'print'> & { readonly queues: Readonly<Record<string, QueueDepth>> };

async function examine({ readiness, mail, env, queues, json, print }: Examined): Promise<void> {
  const parts = await statesOf({
    ...readiness,
    mail: async () => ((await mail.isReady()) ? 'ok' : 'down'),
  });
  const [mails, folder] = [mail.destination, env.DATA_DIR];
  const withoutFont = await scriptsWithoutFont();
  const warnings = warningsOf(env, privacy);
  if (json)
    return print(
      JSON.stringify({
        parts,
        queues,
        mails,
        data: folder,
        scriptsWithoutFont: withoutFont ?? null,
        warnings,
      }),
    );
  for (const [part, state] of Object.entries(parts)) print(`${part}: ${state}`);
  for (const [kind, { waiting, retry, active, failed }] of Object.entries(queues))
    print(`queue ${kind}: ${waiting + retry} waiting, ${active} running, ${failed} failed`);
  print(fontsLine(withoutFont));
  print(`mails: ${mails}`);
  print(`data: ${folder}`);
  for (const warning of warnings) print(`warning: ${warning}`);
}

/** Says what the operator has promised and the environment does not keep. */
export function warningsOf(
  { DELETE_SUBMITTED_DAYS: days }: Pick<Env, 'DELETE_SUBMITTED_DAYS'>,
  privacyText: readonly string[],
): readonly string[] {
  const promise = privacyText
    .flatMap((text) => text.split(/(?<=\.) /))
    .find((text) => PROMISED_TIME.test(text));
  return promise === undefined || days > 0
    ? []
    : [`the privacy text says “${promise}”, but DELETE_SUBMITTED_DAYS is 0, so nothing is deleted`];
}

function fontsLine(withoutFont: readonly string[] | undefined): string {
  if (withoutFont === undefined) return 'fonts: unknown, because fc-list does not run here';
  if (withoutFont.length === 0) return 'fonts: for all scripts';
  return `fonts: none for ${withoutFont.join(', ')} (PDFs show boxes instead of these letters)`;
}

export const doctorCommands = [doctor];
