import { ACTOR_NAME, isActorName, UsageError, type CommandInput } from './command.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 3650;

/** A link or key as the lists show it. The link or key itself is stored nowhere. */
interface Issued {
  readonly id: string;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  /** The person or program that has it, if it was made for one. */
  readonly holder?: string | null;
}

/** Prints one line about a link or key: its id, its holder, its state, its end, its last use. */
export function printIssued({ context, options, print }: CommandInput, issued: Issued): void {
  const { id, holder, expires_at, revoked_at, last_used_at } = issued;
  const state = revoked_at ? 'revoked' : expires_at <= context.clock.now() ? 'expired' : 'good';
  const until = expires_at.toISOString();
  const lastUsed = last_used_at?.toISOString() ?? null;
  const who = holder === undefined ? {} : { holder };
  print(
    options['json'] === true
      ? JSON.stringify({ id, ...who, state, until, lastUsed })
      : [id, ...Object.values(who), state, `until ${until}`, lastUsed ?? 'never used'].join('\t'),
  );
}

/** Reads --for: the name that the audit will have. */
export function holderOf({ for: given }: CommandInput['options']): string {
  if (typeof given !== 'string' || !isActorName(given)) throw new UsageError(`--for takes ${ACTOR_NAME}.`);
  return given.trim();
}

/** Reads --days, in milliseconds. */
export function daysOf({ days }: CommandInput['options'], fallback: number): number {
  const number = Number(/^\d{1,4}$/.exec(String(days ?? fallback))?.[0] ?? 0);
  if (number < 1 || number > DAYS_MAX)
    throw new UsageError(`--days takes a whole number from 1 to ${DAYS_MAX}.`);
  return number * DAY_MS;
}
