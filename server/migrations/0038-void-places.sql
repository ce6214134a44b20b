-- Places of uploads whose document was deleted, or that were taken back. A repeated DELETE finds its place here.
CREATE TABLE void_places (
  place text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  answer_key text NOT NULL,
  voided_at timestamptz NOT NULL
);
CREATE INDEX void_places_by_account ON void_places (account_id);
CREATE INDEX void_places_by_time ON void_places (voided_at);
