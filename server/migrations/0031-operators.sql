-- The operator, clerk or program that acted; null for applicants.
ALTER TABLE audit ADD COLUMN actor text;

-- A submission has an id of its own, because an application that was reopened is submitted again.
ALTER TABLE submissions ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;

-- What was submitted before an application was reopened.
CREATE TABLE earlier_submissions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  submitted_at timestamptz NOT NULL,
  frozen jsonb NOT NULL
);
CREATE INDEX earlier_submissions_by_account ON earlier_submissions (account_id);

-- The order in which submissions are exported. A row outlives its submission, so that its id stays good as a cursor.
CREATE TABLE submission_order (
  position bigint PRIMARY KEY,
  submission_id uuid NOT NULL UNIQUE
);
