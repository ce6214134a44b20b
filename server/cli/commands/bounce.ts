import type { Readable } from 'node:stream';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { idsIn, MESSAGE_MAX_BYTES, readBounces } from '#server/adapters/bounce.ts';
import type { Context } from '#server/context.ts';
import { isOwnMail } from '#server/domain/mails/mail-ids.ts';
import { noteRefusal } from '#server/domain/mails/mail-refusals.ts';
import { CommandError, defineCommand } from '../command.ts';

export const bounceCommand = defineCommand({
  name: 'bounce',
  takes: {},
  description:
    'Reads one message on standard input: the report of a mail server that a mail did not arrive (RFC 3464). Notes the refusal with the account, for the office. See docs/mail.md.',
  async run({ context, print }) {
    for (const line of await takeBounce(context, await messageFrom(process.stdin))) print(line);
  },
});

/** @throws {CommandError} without reading on if a message is longer than any report */
export async function messageFrom(input: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes > MESSAGE_MAX_BYTES)
      throw new CommandError('This message is longer than any report. Nothing was noted.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Notes what a report says about each recipient, if it quotes a mail of ours to them. Returns a line for each.
 *
 * @throws {CommandError} if the message is not such a report; then nothing is noted
 */
export async function takeBounce(
  { clock, database: { kysely }, secrets }: Pick<Context, 'clock' | 'database' | 'secrets'>,
  message: Uint8Array,
): Promise<readonly string[]> {
  const bounces = await readBounces(message);
  if (bounces.length === 0)
    throw new CommandError('This is no report of a mail server (RFC 3464). Nothing was noted.');
  const ids = idsIn(message);
  const lines: string[] = [];
  for (const { address, isFailed, codes } of bounces) {
    const username = normalizeUsername(address);
    const isOurs = isOwnMail(secrets, ids, username);
    const isNoted = isFailed && isOurs && (await noteRefusal(kysely, username, { codes, at: clock.now() }));
    lines.push(
      isNoted
        ? `${address}: noted as refused ${codes}.`
        : `${address}: nothing noted, ${whyNot(isFailed, isOurs)}.`,
    );
  }
  return lines;
}

function whyNot(isFailed: boolean, isOurs: boolean): string {
  if (!isFailed) return 'it was not refused for good';
  return isOurs ? 'there is no account with this address' : 'the report quotes no mail of ours to it';
}
