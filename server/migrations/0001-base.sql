CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  username text NOT NULL UNIQUE,
  password_hash text,
  confirmed_at timestamptz NOT NULL,
  password_changed_at timestamptz
);

-- Each sign-up stands for itself until the address is proved, so that nobody's password slips in under another's code.
CREATE TABLE signups (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  password_hash text NOT NULL,
  browser_hash bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX signups_by_username ON signups (username, created_at);

CREATE TABLE confirmation_codes (
  username text PRIMARY KEY,
  seed text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);

CREATE TABLE resets (
  seed text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX resets_by_account ON resets (account_id);

CREATE TABLE sessions (
  id_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE logins (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  logged_in_at timestamptz NOT NULL
);
CREATE INDEX logins_by_account ON logins (account_id, logged_in_at);

CREATE TABLE tries (
  bucket text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL,
  event text NOT NULL,
  account_id uuid,
  address text
);
CREATE INDEX audit_by_account ON audit (account_id, happened_at);

CREATE TABLE secret_marks (
  key_id text PRIMARY KEY,
  first_used_at timestamptz NOT NULL
);

CREATE TABLE applications (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  started_at timestamptz,
  validating_at timestamptz,
  submitted_at timestamptz,
  last_page text
) WITH (fillfactor = 50);

CREATE TABLE answers (
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  key text NOT NULL,
  value text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
) WITH (fillfactor = 80);

CREATE TABLE validations (
  account_id uuid PRIMARY KEY REFERENCES applications ON DELETE CASCADE,
  messages jsonb NOT NULL,
  posted_at timestamptz NOT NULL
);

CREATE TABLE add_another (
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  button_id text NOT NULL,
  num_components integer NOT NULL,
  PRIMARY KEY (account_id, button_id)
);

CREATE TABLE tabs (
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  tab_id text NOT NULL,
  chosen_tab text NOT NULL,
  PRIMARY KEY (account_id, tab_id)
);

CREATE TABLE submissions (
  account_id uuid PRIMARY KEY REFERENCES applications ON DELETE CASCADE,
  submitted_at timestamptz NOT NULL,
  frozen jsonb NOT NULL
);

CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  realm text NOT NULL CHECK (realm IN ('service', 'answers')),
  account_id uuid REFERENCES applications ON DELETE CASCADE,
  answers text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX tokens_by_account ON tokens (account_id);

CREATE TABLE lookup_records (
  category text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  address_line_1 text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  zip text NOT NULL,
  country text NOT NULL,
  ceeb text NOT NULL,
  search text NOT NULL,
  PRIMARY KEY (category, id)
);
CREATE INDEX lookup_records_by_prefix ON lookup_records (category, search text_pattern_ops);
CREATE INDEX lookup_records_by_similarity ON lookup_records USING gin (search gin_trgm_ops);
