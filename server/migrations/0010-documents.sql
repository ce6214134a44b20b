-- Upload forms given out: who may put what where, once.
CREATE TABLE uploads (
  file_key text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  answer_key text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX uploads_by_account ON uploads (account_id, answer_key);

-- One document per question. A conversion belongs to a generation: what an older one brings is thrown away.
CREATE TABLE documents (
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  answer_key text NOT NULL,
  generation uuid NOT NULL UNIQUE,
  upload_key text NOT NULL,
  file_name text NOT NULL,
  file_size integer NOT NULL,
  status text NOT NULL CHECK (status IN ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  message text NOT NULL,
  pdf_key text,
  pages integer,
  requested_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, answer_key)
);

-- The PDF copy of the whole application, as of one revision.
CREATE TABLE copies (
  account_id uuid PRIMARY KEY REFERENCES applications ON DELETE CASCADE,
  generation uuid NOT NULL UNIQUE,
  revision integer NOT NULL,
  status text NOT NULL CHECK (status IN ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  message text NOT NULL,
  pdf_key text,
  requested_at timestamptz NOT NULL
);
