-- A visit of the office in one browser. It ends by itself, by a logout, and with its link.
CREATE TABLE office_sessions (
  id_hash bytea PRIMARY KEY,
  link_id uuid NOT NULL REFERENCES office_links ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL
);
CREATE INDEX office_sessions_by_link ON office_sessions (link_id);
CREATE INDEX office_sessions_by_age ON office_sessions (created_at);

-- When the audit last recorded that a key has read the list.
ALTER TABLE tokens ADD COLUMN listed_at timestamptz;
