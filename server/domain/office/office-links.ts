import { sql } from 'kysely';
import { actingAs, audit } from '#server/domain/ground/audit.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { hashOf, issueToken, isValidAt, newToken } from '#server/domain/ground/token.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import { READ_ALL, type Rights } from './rights.ts';

/** A working day. After that, or after an hour of rest, the clerk opens the link again. */
export const OFFICE_SESSION_MAX_AGE_MS = 12 * 3_600_000;
const REST_MAX_MS = 3_600_000;
/** After a pause of this length, the next use is another visit. */
const PAUSE_BETWEEN_VISITS = '4 hours';

/** Who is in the office, by whose link, and what that person may do. */
export interface Clerk extends Rights {
  readonly id: string;
  readonly name: string;
  /** Whether the university's sign-in names this person, who then has no session here. */
  readonly isSignedIn: boolean;
  /** When this person's last visit began; null on the first one. */
  readonly newSince: Date | null;
}

interface OfficeLinksOptions extends Pick<Parts, 'clock' | 'database'> {
  /** What somebody may do whom the university's sign-in names. */
  readonly rightsOf: (name: string) => Rights;
}

/** Makes the links of the office, one for each named person, and the sessions that the links begin. `tokens` revokes them. */
export function makeOfficeLinks({ database, clock, rightsOf }: OfficeLinksOptions) {
  const { kysely } = database;

  return {
    /** Issues a link for one person. Returns its token, which is stored nowhere. */
    async issue(name: string, ttlMs: number, { mayAct, programs }: Rights = READ_ALL): Promise<string> {
      const now = clock.now();
      const { token, row } = issueToken(now, ttlMs);
      await database.transaction(async (transaction) => {
        await transaction
          .insertInto('office_links')
          .values({ ...row, name, may_act: mayAct, programs: [...programs] })
          .execute();
        await audit(transaction, { event: 'office-link-issued', at: now });
      });
      return token;
    },

    /** Lists all links, the newest first, without their tokens. */
    async list() {
      return kysely
        .selectFrom('office_links')
        .select(['id', 'name', 'may_act', 'programs', 'expires_at', 'revoked_at', 'last_used_at'])
        .orderBy('created_at', 'desc')
        .execute();
    },

    /**
     * Returns whose link this is. Nothing begins: a program that scans mails may have asked.
     *
     * @throws {NotFoundError} unless the link is valid, whatever the reason
     */
    async nameOf(token: string): Promise<string> {
      return (await linkOf(token, clock.now())).name;
    },

    /**
     * Begins a session by a link. Returns its id, which the browser keeps and the server does not.
     *
     * @throws {NotFoundError} unless the link is valid, whatever the reason
     */
    async open(token: string, network: string): Promise<string> {
      const now = clock.now();
      const link = await linkOf(token, now);
      const id = newToken();
      await database.transaction(async (transaction) => {
        await transaction
          .insertInto('office_sessions')
          .values({ id_hash: hashOf(id), link_id: link.id, created_at: now, last_active_at: now })
          .execute();
        await actingAs(link.name, () => audit(transaction, { event: 'office-opened', at: now, network }));
      });
      return id;
    },

    /** Ends the session of a clerk. */
    async leave({ name }: Clerk, kept: string | undefined, network: string): Promise<void> {
      await kysely
        .deleteFrom('office_sessions')
        .where('id_hash', '=', hashOf(kept ?? ''))
        .execute();
      await actingAs(name, () => audit(kysely, { event: 'office-logged-out', at: clock.now(), network }));
    },

    enter,

    /** Returns the person whom the university's sign-in names. Counts the use as part of a visit. */
    async enterAs(name: string, network: string): Promise<Clerk> {
      const now = clock.now();
      const { isNew, newSince } = await visit(name, now);
      if (isNew) await actingAs(name, () => audit(kysely, { event: 'office-opened', at: now, network }));
      return { id: `signed in ${name}`, name, isSignedIn: true, newSince, ...rightsOf(name) };
    },
  };

  async function linkOf(token: string, now: Date) {
    const link = await kysely
      .selectFrom('office_links')
      .select(['id', 'name'])
      .where('hash', '=', hashOf(token))
      .where(isValidAt(now))
      .executeTakeFirst();
    if (link === undefined) throw new NotFoundError();
    return link;
  }

  /**
   * Returns who uses a session. Counts the use as part of a visit.
   *
   * @throws {NotFoundError} unless the session and its link are valid, whatever the reason
   */
  async function enter(kept: string | undefined): Promise<Clerk> {
    if (kept === undefined) throw new NotFoundError();
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const session = await kysely
      .updateTable('office_sessions')
      .set({ last_active_at: now })
      .where('id_hash', '=', hashOf(kept))
      .where('last_active_at', '>', before(REST_MAX_MS))
      .where('created_at', '>', before(OFFICE_SESSION_MAX_AGE_MS))
      .returning('link_id')
      .executeTakeFirst();
    if (session === undefined) throw new NotFoundError();
    const { link_id: id } = session;
    const found = await kysely
      .updateTable('office_links')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where(isValidAt(now))
      .returning(['name', 'may_act', 'programs'])
      .executeTakeFirst();
    if (found === undefined) throw new NotFoundError();
    const { name, may_act: mayAct, programs } = found;
    const { newSince } = await visit(name, now);
    return { id, name, isSignedIn: false, newSince, mayAct, programs };
  }

  /** Counts a use as part of a visit. Returns whether the visit is a new one, and when the one before began. */
  async function visit(name: string, now: Date) {
    const isNewVisit = sql`people.last_used_at < ${now}::timestamptz - ${PAUSE_BETWEEN_VISITS}::interval`;
    const { rows } = await sql<{ isNew: boolean; newSince: Date | null }>`
      INSERT INTO office_people AS people (name, last_used_at, visit_began_at)
      VALUES (${name}, ${now}, ${now})
      ON CONFLICT (name) DO UPDATE SET last_used_at = excluded.last_used_at,
        visit_began_at = CASE WHEN ${isNewVisit} THEN excluded.visit_began_at ELSE people.visit_began_at END,
        new_since = CASE WHEN ${isNewVisit} THEN people.visit_began_at ELSE people.new_since END
      RETURNING new_since AS "newSince",
        -- This reads the row as it was before.
        coalesce((SELECT ${isNewVisit} FROM office_people AS people WHERE name = ${name}), true) AS "isNew"`.execute(
      kysely,
    );
    const { isNew = true, newSince = null } = rows[0] ?? {};
    return { isNew, newSince };
  }
}
