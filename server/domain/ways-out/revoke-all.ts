import type { Transaction } from '#server/adapters/database/database.ts';
import { audit } from '#server/domain/ground/audit.ts';

/** A key or link that was revoked, as the operator issues it anew. */
export interface RevokedAccess {
  readonly kind: 'API key' | 'office link' | 'service link' | 'answer link';
  /** The holder of a key, the person of an office link, the applicant of a service link; `null` for an answer link. */
  readonly name: string | null;
}

const KINDS = { key: 'API key', service: 'service link', answers: 'answer link' } as const;

/** Revokes every key and link that is valid, for whomever it was made. The sessions of office links end with them. */
export async function revokeAll(transaction: Transaction, now: Date): Promise<readonly RevokedAccess[]> {
  const tokens = await transaction
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning((eb) => [
      'realm',
      'holder',
      'account_id',
      eb.selectFrom('accounts').select('username').whereRef('id', '=', 'tokens.account_id').as('username'),
    ])
    .execute();
  const officeLinks = await transaction
    .updateTable('office_links')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('name')
    .execute();
  const acts = [
    ...tokens.map(({ account_id: accountId }) => ({ event: 'token-revoked' as const, accountId })),
    ...officeLinks.map(() => ({ event: 'office-link-revoked' as const, accountId: null })),
  ];
  for (const { event, accountId } of acts)
    await audit(transaction, { event, at: now, accountId: accountId ?? undefined });
  return [
    ...tokens.map(({ realm, holder, username }) => ({ kind: KINDS[realm], name: holder ?? username })),
    ...officeLinks.map(({ name }) => ({ kind: 'office link' as const, name })),
  ];
}
