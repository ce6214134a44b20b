import { sql } from 'kysely';
import { digitsOf } from '#plain-text.ts';
import { openValue } from '#server/domain/application/answer-values.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import { isOpenTo, type Scope } from './rights.ts';
import { isVisible } from './visible.ts';

/** More people of one birth date are not compared. */
const COMPARED_MAX = 50;
const SSN = 'ssn';
const SSN_DIGITS = 9;
const BIRTH_DATE = 'birth_date';

/** Another application that is perhaps of the same person. */
export interface Twin {
  readonly id: string;
  readonly serial: number;
  readonly same: 'name' | typeof SSN;
}

interface Row {
  readonly id: string;
  readonly serial: number;
  readonly isNamed: boolean;
  readonly ssn: string;
  readonly ownSsn: string;
}

/** Finds applications of the same person, who may have forgotten an account. */
export function makeSamePerson({ database: { kysely }, secrets }: Pick<Parts, 'database' | 'secrets'>) {
  return {
    /**
     * Returns the other applications of people who were born on the same day, with the same first and last name or the
     * same Social Security number. These numbers are stored without a mark that could be compared, so only those of one
     * birth date are opened.
     */
    async find(scope: Scope, id: string): Promise<readonly Twin[]> {
      if (!isVisible(BIRTH_DATE)) return [];
      const { rows } = await sql<Row>`SELECT applications.account_id AS id, applications.serial,
        folded(concat_ws(' ', answer_of(applications.account_id, 'first_name'), answer_of(applications.account_id, 'last_name')))
          = nullif(folded(concat_ws(' ', answer_of(own.account_id, 'first_name'), answer_of(own.account_id, 'last_name'))), '')
          IS TRUE AS "isNamed",
        coalesce(answer_of(applications.account_id, ${SSN}), '') AS ssn,
        coalesce(answer_of(own.account_id, ${SSN}), '') AS "ownSsn"
        FROM applications JOIN applications AS own
          ON own.birth_date = applications.birth_date AND own.account_id != applications.account_id
        WHERE own.account_id = ${id} AND own.birth_date != '' AND applications.birth_date != '' AND ${isOpenTo(scope)}
        ORDER BY applications.created_at LIMIT ${COMPARED_MAX}`.execute(kysely);
      return rows.flatMap(({ id: other, serial, isNamed, ssn, ownSsn }): Twin[] => {
        if (isNamed) return [{ id: other, serial, same: 'name' }];
        if (!isVisible(SSN) || ssn === '' || ownSsn === '') return [];
        const own = digitsOf(openValue(secrets, id, SSN, ownSsn));
        const isSame = own.length === SSN_DIGITS && own === digitsOf(openValue(secrets, other, SSN, ssn));
        return isSame ? [{ id: other, serial, same: SSN }] : [];
      });
    },
  };
}
