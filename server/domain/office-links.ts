import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';
import { actingAs, audit } from './audit.ts';
import { NotFoundError } from './errors.ts';
import { hashOf } from './hash-of.ts';

const TOKEN_BYTES = 32;
/** A working day. After that the clerk opens the link again. */
const SESSION_MS = 12 * 3_600_000;
/** After a pause of this length, the next use is another visit. */
const PAUSE_BETWEEN_VISITS = '4 hours';
const session = z.tuple([z.uuid(), z.string().check(z.regex(/^\d{1,15}$/)), z.string()]);

/** Who reads in the office, by whose link. */
export interface Clerk {
  readonly id: string;
  readonly name: string;
  /** When this person's last visit began; null on the first one. */
  readonly newSince: Date | null;
}

interface OfficeLinksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export type OfficeLinks = ReturnType<typeof makeOfficeLinks>;

/** Makes the links of the office, one for each named person, and the sessions that the links begin. */
export function makeOfficeLinks({ database, clock, secrets }: OfficeLinksOptions) {
  const { kysely } = database;

  return {
    /** Issues a link for one person. Returns its token, which is stored nowhere. */
    async issue(name: string, ttlMs: number): Promise<string> {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock.now();
      await database.transaction(async (transaction) => {
        await transaction
          .insertInto('office_links')
          .values({
            id: randomUUID(),
            hash: hashOf(token),
            name,
            created_at: now,
            expires_at: new Date(now.getTime() + ttlMs),
          })
          .execute();
        await audit(transaction, { event: 'office-link-issued', at: now });
      });
      return token;
    },

    /** Lists all links, the newest first, without their tokens. */
    async list() {
      return kysely
        .selectFrom('office_links')
        .select(['id', 'name', 'expires_at', 'revoked_at', 'last_used_at'])
        .orderBy('created_at', 'desc')
        .execute();
    },

    /** Revokes a link by its id or itself, and ends its sessions. Returns false if there was no valid one. */
    async revoke(which: { readonly id: string } | { readonly token: string }): Promise<boolean> {
      const now = clock.now();
      return database.transaction(async (transaction) => {
        const revoked = await transaction
          .updateTable('office_links')
          .set({ revoked_at: now })
          .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('hash', '=', hashOf(which.token))))
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .returning('id')
          .executeTakeFirst();
        if (revoked === undefined) return false;
        await audit(transaction, { event: 'office-link-revoked', at: now });
        return true;
      });
    },

    /**
     * Begins a session by a link. Returns what the browser keeps for it.
     *
     * @throws {NotFoundError} unless the link is valid, whatever the reason
     */
    async open(token: string, network: string): Promise<string> {
      const now = clock.now();
      const link = await kysely
        .selectFrom('office_links')
        .select(['id', 'name'])
        .where('hash', '=', hashOf(token))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (link === undefined) throw new NotFoundError();
      await actingAs(link.name, () => audit(kysely, { event: 'office-opened', at: now, network }));
      const end = String(now.getTime() + SESSION_MS);
      return [link.id, end, signatureOf(link.id, end)].join('.');
    },

    /**
     * Returns who uses a session. Counts the use as part of a visit.
     *
     * @throws {NotFoundError} unless the session and its link are valid, whatever the reason
     */
    async enter(kept: string | undefined): Promise<Clerk> {
      const parts = z.safeParse(session, kept?.split('.'));
      if (!parts.success) throw new NotFoundError();
      const [id, end, signature] = parts.data;
      const now = clock.now();
      if (!isSameSecret(signature, signatureOf(id, end)) || !(now.getTime() < Number(end)))
        throw new NotFoundError();
      const isNewVisit = sql<boolean>`last_used_at IS NULL OR last_used_at < ${now}::timestamptz - ${PAUSE_BETWEEN_VISITS}::interval`;
      const found = await kysely
        .updateTable('office_links')
        .set({
          last_used_at: now,
          visit_began_at: sql<Date>`CASE WHEN ${isNewVisit} THEN ${now}::timestamptz ELSE visit_began_at END`,
          new_since: sql<Date | null>`CASE WHEN ${isNewVisit} THEN visit_began_at ELSE new_since END`,
        })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['name', 'new_since'])
        .executeTakeFirst();
      if (found === undefined) throw new NotFoundError();
      return { id, name: found.name, newSince: found.new_since };
    },
  };

  function signatureOf(id: string, end: string): string {
    const key = secrets.derive(`${secrets.keyId}.office-session`, 'office session');
    return createHmac('sha256', key).update(`${id}.${end}`).digest('base64url');
  }
}
