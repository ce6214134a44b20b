import type { Parts, Printing } from './command.ts';

/** A link or key as the lists show it. The link or key itself is stored nowhere. */
interface Issued {
  readonly id: string;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  /** The person or program that has it, if it was made for one. */
  readonly holder?: string | null;
  /** What the holder may do, and for which programs. */
  readonly may?: 'read' | 'act';
  readonly programs?: readonly string[];
}

/** Prints one line about a link or key: its id, its holder, its state, its end, its last use. */
export function printIssued({ context, row }: Parts & Printing, issued: Issued): void {
  const { id, holder, may, programs = [], expires_at, revoked_at, last_used_at } = issued;
  const state = revoked_at ? 'revoked' : expires_at <= context.clock.now() ? 'expired' : 'good';
  const until = expires_at.toISOString();
  const lastUsed = last_used_at?.toISOString() ?? null;
  const who = holder === undefined ? {} : { holder };
  const rights = may === undefined ? {} : { may, programs };
  const rightsText = may === undefined ? [] : [[may, ...programs].join(' ')];
  row({ id, ...who, ...rights, state, until, lastUsed }, [
    id,
    ...Object.values(who),
    ...rightsText,
    state,
    `until ${until}`,
    lastUsed ?? 'never used',
  ]);
}
