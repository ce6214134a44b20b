import type { Transaction } from '#server/adapters/database/database.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { hashOf, isValidAt } from '#server/domain/ground/token.ts';

/** One key or link of any kind, by its id or itself; all links to one application; or, with no member, all. */
export type RevokedOnes =
  | { readonly id: string }
  | { readonly token: string }
  | { readonly account_id: string }
  | Readonly<Record<never, never>>;

/** A key or link that was revoked, as the operator issues it anew. */
export interface RevokedAccess {
  readonly kind: 'API key' | 'office link' | 'service link' | 'answer link';
  /** The holder of a key, the person of an office link, the applicant of a service link; `null` for an answer link. */
  readonly name: string | null;
}

const KINDS = { key: 'API key', service: 'service link', answers: 'answer link' } as const;

/** Revokes keys and links that are valid, for whomever they were made. The sessions of office links end with them. */
export async function revoke(
  transaction: Transaction,
  which: RevokedOnes,
  now: Date,
): Promise<readonly RevokedAccess[]> {
  const columns = 'token' in which ? { hash: hashOf(which.token) } : which;
  const tokens = await transaction
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where((eb) => eb.and(columns))
    .where(isValidAt(now))
    .returning((eb) => [
      'realm',
      'holder',
      'account_id',
      eb.selectFrom('accounts').select('username').whereRef('id', '=', 'tokens.account_id').as('username'),
    ])
    .execute();
  const officeLinks =
    'account_id' in which
      ? []
      : await transaction
          .updateTable('office_links')
          .set({ revoked_at: now })
          .where((eb) => eb.and(columns))
          .where(isValidAt(now))
          .returning('name')
          .execute();
  const acts = [
    ...tokens.map(({ account_id }) => ({
      event: 'token-revoked' as const,
      accountId: account_id ?? undefined,
    })),
    ...officeLinks.map(() => ({ event: 'office-link-revoked' as const })),
  ];
  for (const act of acts) await audit(transaction, { ...act, at: now });
  return [
    ...tokens.map(({ realm, holder, username }) => ({ kind: KINDS[realm], name: holder ?? username })),
    ...officeLinks.map(({ name }) => ({ kind: 'office link' as const, name })),
  ];
}
