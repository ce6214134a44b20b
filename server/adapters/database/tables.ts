import type { ColumnType, Generated } from 'kysely';
import type { DocumentTables } from './document-tables.ts';

/** A column that never changes after the insert. */
type Fixed<T> = ColumnType<T, T, never>;

export interface Tables extends DocumentTables {
  accounts: {
    id: Fixed<string>;
    username: string;
    /** Null until the address is confirmed and its owner has chosen a password. */
    password_hash: string | null;
    password_changed_at: Date | null;
    /** When the applicant opted out of reminders. */
    reminders_off_at: Date | null;
    /** When the mail that announces a deletion was last queued, and last sent. */
    deletion_asked_at: Date | null;
    deletion_mailed_at: Date | null;
    /** Why the last mail was refused, by its codes; blank if it was accepted. */
    mail_refusal: Generated<string>;
    mail_refused_at: Date | null;
  };
  signups: {
    id: Fixed<string>;
    username: Fixed<string>;
    password_hash: Fixed<string>;
    browser_hash: Fixed<Buffer>;
    created_at: Fixed<Date>;
  };
  confirmation_codes: { username: Fixed<string>; seed: string; tries: number; expires_at: Date };
  resets: { seed: Fixed<string>; account_id: Fixed<string>; expires_at: Date };
  sessions: {
    id_hash: Fixed<Buffer>;
    account_id: Fixed<string>;
    created_at: Fixed<Date>;
    last_active_at: Date;
  };
  logins: { account_id: Fixed<string>; logged_in_at: Fixed<Date> };
  tries: { bucket: Fixed<string>; count: number; resets_at: Date };
  audit: {
    id: Generated<string>;
    happened_at: Fixed<Date>;
    event: Fixed<string>;
    /** The account, or a sign-up that has not become one. */
    account_id: string | null;
    /** The network; null for operators' commands, and once the person was deleted. */
    address: string | null;
    /** The operator, clerk or program that acted; null for applicants. */
    actor: Fixed<string | null>;
  };
  installation: { is_only: Generated<boolean>; id: Fixed<string>; is_in_storage: boolean };
  device_root: { is_only: Generated<boolean>; sealed: string };
  secret_marks: { key_id: Fixed<string> };

  applications: {
    account_id: Fixed<string>;
    /** The application's number for people is made of it. A trigger draws it at random. */
    serial: Generated<number>;
    /** The print revision: it grows with every change that the PDF copy shows. */
    revision: Generated<number>;
    /** The version that `If-Match` names: it grows with every write of the account. */
    answers_revision: Generated<number>;
    created_at: Fixed<Date>;
    updated_at: Date;
    started_at: Date | null;
    validating_at: Date | null;
    submitted_at: Date | null;
    last_page: string | null;
    reminded_at: Date | null;
    /** The applicant's name for the office's list. A trigger keeps it. */
    name: ColumnType<string, never, never>;
    /** The name in lower case and without accents, and behind it as it is written out: "muller mueller". */
    name_search: ColumnType<string, never, never>;
    /** The last name and the others, to sort by; null without any. */
    name_order: ColumnType<string | null, never, never>;
    /** `PROGRAM/MAJOR` by their codes. The trigger keeps it, too. */
    program: ColumnType<string, never, never>;
    /** The code of the entry term. The trigger keeps it, too. */
    entry_term: ColumnType<string, never, never>;
  };
  answers: { account_id: Fixed<string>; key: Fixed<string>; value: string; updated_at: Date };
  validations: { account_id: Fixed<string>; messages: string };
  add_another: { account_id: Fixed<string>; button_id: Fixed<string>; num_components: number };
  tabs: { account_id: Fixed<string>; tab_id: Fixed<string>; chosen_tab: string };
  submissions: {
    id: Generated<string>;
    account_id: Fixed<string>;
    submitted_at: Fixed<Date>;
    frozen: ColumnType<unknown, string, string>;
    mail_claimed_at: Date | null;
    mailed_at: Date | null;
    /** When an export, a key or the office first fetched it. */
    fetched_at: Date | null;
    reviewed_at: Date | null;
    /** The name of the clerk. */
    reviewed_by: string | null;
  };
  earlier_submissions: {
    id: Fixed<string>;
    account_id: Fixed<string>;
    submitted_at: Fixed<Date>;
    frozen: ColumnType<unknown, string, string>;
  };
  submission_order: { position: Fixed<string>; submission_id: Fixed<string> };

  tokens: {
    id: Fixed<string>;
    hash: Fixed<Buffer>;
    realm: Fixed<'service' | 'answers' | 'key'>;
    account_id: Fixed<string | null>;
    /** The encrypted answers of a view that belongs to no account. */
    answers: Fixed<string | null>;
    /** Who holds a key. */
    holder: Fixed<string | null>;
    created_at: Fixed<Date>;
    expires_at: Fixed<Date>;
    revoked_at: Date | null;
    last_used_at: Date | null;
    /** When the audit last recorded that a key has read the list. */
    listed_at: Date | null;
  };
  office_links: {
    id: Fixed<string>;
    hash: Fixed<Buffer>;
    /** The name of the person who has the link. */
    name: Fixed<string>;
    created_at: Fixed<Date>;
    expires_at: Fixed<Date>;
    revoked_at: Date | null;
    last_used_at: Date | null;
    may_act: Fixed<boolean>;
    programs: Fixed<string[]>;
  };
  office_people: {
    name: Fixed<string>;
    last_used_at: Date;
    visit_began_at: Date;
    /** The beginning of the visit before. */
    new_since: Date | null;
  };
  office_reads: {
    submission_id: Fixed<string>;
    reader: Fixed<string>;
    read_at: Fixed<Date>;
  };
  office_sessions: {
    id_hash: Fixed<Buffer>;
    link_id: Fixed<string>;
    created_at: Fixed<Date>;
    last_active_at: Date;
  };
  client_counts: { day: Fixed<string>; kind: Fixed<string>; times: number };
  banner: { is_only: Fixed<boolean>; text: string; until: Date | null };
  lookup_records: {
    category: Fixed<string>;
    id: Fixed<string>;
    name: string;
    address_line_1: string;
    city: string;
    state: string;
    zip: string;
    country: string;
    ceeb: string;
    /** The searched form of the text: lower case, no accents. */
    search: string;
  };
  lookup_words: { category: string; word: string; records: number };
}
