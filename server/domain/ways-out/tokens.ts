import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { withMaskedSsns } from '#form/masked-ssn.ts';
import type { Applications } from '#server/domain/application/applications.ts';
import type { Named } from '#server/domain/application/whole-application.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { NotFoundError, WrongCredentialsError } from '#server/domain/ground/errors.ts';
import { hashOf, issueToken, isValidAt } from '#server/domain/ground/token.ts';
import { revoke, type RevokedOnes } from './revoke.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const LIST_AUDIT_MS = 3_600_000;
const NO_KEY =
  'This needs the header "Authorization: Bearer KEY" with a valid key. An operator makes one with api-key.';

/**
 * `service` shows one whole application; `answers` shows some answers without an account; `key` lets a program fetch all
 * submitted applications. None opens what another does.
 */
type Realm = 'service' | 'answers' | 'key';

/** Who fetches submitted applications. */
export interface Program {
  readonly keyId: string;
  /** The name in the audit. */
  readonly name: string;
}

interface IssuedToken {
  readonly id: string;
  /** Stored nowhere: the database has only its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

interface TokensOptions extends Pick<Parts, 'clock' | 'database' | 'secrets'> {
  readonly applications: Applications;
}

/** Manages links that show answers to people without an account. */
export function makeTokens({ database, clock, secrets, applications }: TokensOptions) {
  const { kysely } = database;

  return {
    /** Issues a token for the read-only view of one application. */
    async issueServiceToken(accountId: string, ttlMs: number): Promise<IssuedToken> {
      return insert({ realm: 'service', accountId, ttlMs });
    },

    /** Issues a token for a view of these answers alone. They are stored encrypted. */
    async issueAnswersToken(answers: Readonly<Record<string, string>>, ttlMs: number): Promise<IssuedToken> {
      return insert({ realm: 'answers', answers, ttlMs });
    },

    /** Issues the key of a program that fetches submitted applications. */
    async issueKey(holder: string, ttlMs: number): Promise<IssuedToken> {
      return insert({ realm: 'key', holder, ttlMs });
    },

    /** Returns all keys that were issued and are still known, the oldest first. */
    async keys() {
      return kysely
        .selectFrom('tokens')
        .select(['id', 'holder', 'expires_at', 'revoked_at', 'last_used_at'])
        .where('realm', '=', 'key')
        .orderBy('created_at')
        .execute();
    },

    /**
     * Returns the id of a key, and its holder, for the audit.
     *
     * @throws {WrongCredentialsError} unless the key is valid, whatever the reason
     */
    async programOf(key: string): Promise<Program> {
      const found = await find('key', key);
      if (!found?.holder) throw new WrongCredentialsError(NO_KEY);
      return { keyId: found.id, name: found.holder };
    },

    /** Records that a key has read the list of submissions, at most once an hour: programs read it every minute. */
    async noteList(keyId: string): Promise<void> {
      const now = clock.now();
      await database.transaction(async (transaction) => {
        const due = await transaction
          .updateTable('tokens')
          .set({ listed_at: now })
          .where('id', '=', keyId)
          .where((eb) =>
            eb.or([
              eb('listed_at', 'is', null),
              eb('listed_at', '<=', new Date(now.getTime() - LIST_AUDIT_MS)),
            ]),
          )
          .executeTakeFirst();
        if (due.numUpdatedRows > 0n) await audit(transaction, { event: 'submissions-listed', at: now });
      });
    },

    /**
     * Returns the application that a link shows, with only the last digits of a Social Security number.
     *
     * @throws {NotFoundError} unless the service token is valid, whatever the reason
     */
    async serviceView(token: string, network: string): Promise<Named & { readonly view: ServiceView }> {
      const { view, ...named } = await applications.namedView(await applicationOf(token, network));
      return { ...named, view: { ...view, answer: withMaskedSsns(view.answer) } };
    },

    /**
     * Returns the application that a link shows as a document, in the words of its submission.
     *
     * @throws {NotFoundError} unless the service token is valid, whatever the reason
     */
    async serviceDocument(token: string, network: string): Promise<ApplicationDocument> {
      return (await applications.read(await applicationOf(token, network))).document;
    },

    /** @throws {NotFoundError} unless the answers token is valid, whatever the reason */
    async temporaryAnswers(token: string, network: string): Promise<{ answer: Record<string, string> }> {
      const { id, answers } = await use('answers', token, network);
      if (answers === null) throw new NotFoundError();
      const answer: Record<string, string> = JSON.parse(secrets.open(answers, placeOf(id)));
      return { answer };
    },

    /** Revokes keys and links, those of the office as well. Returns how many were valid. */
    async revoke(which: RevokedOnes): Promise<number> {
      return (await database.transaction((transaction) => revoke(transaction, which, clock.now()))).length;
    },

    async list(accountId: string) {
      return kysely
        .selectFrom('tokens')
        .select(['id', 'expires_at', 'revoked_at', 'last_used_at'])
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute();
    },
  };

  async function insert(wanted: {
    realm: Realm;
    ttlMs: number;
    accountId?: string;
    answers?: Readonly<Record<string, string>>;
    holder?: string;
  }): Promise<IssuedToken> {
    const now = clock.now();
    const { token, row } = issueToken(now, wanted.ttlMs);
    await database.transaction(async (transaction) => {
      await transaction
        .insertInto('tokens')
        .values({
          ...row,
          realm: wanted.realm,
          account_id: wanted.accountId ?? null,
          answers:
            wanted.answers === undefined
              ? null
              : secrets.seal(JSON.stringify(wanted.answers), placeOf(row.id)),
          holder: wanted.holder ?? null,
        })
        .execute();
      await audit(transaction, { event: 'token-issued', at: now, accountId: wanted.accountId });
    });
    return { id: row.id, token, expiresAt: row.expires_at };
  }

  async function applicationOf(token: string, network: string): Promise<string> {
    const { account_id } = await use('service', token, network);
    if (account_id === null) throw new NotFoundError();
    return account_id;
  }

  async function use(realm: Realm, token: string, network: string) {
    const found = await find(realm, token);
    if (!found) throw new NotFoundError();
    const accountId = found.account_id ?? undefined;
    await audit(kysely, { event: 'token-used', at: clock.now(), accountId, network });
    return found;
  }

  async function find(realm: Realm, token: string) {
    const now = clock.now();
    return kysely
      .updateTable('tokens')
      .set({ last_used_at: now })
      .where('hash', '=', hashOf(token))
      .where('realm', '=', realm)
      .where(isValidAt(now))
      .returning(['id', 'account_id', 'answers', 'holder'])
      .executeTakeFirst();
  }
}

function placeOf(id: string): string {
  return `tokens/${id}`;
}
