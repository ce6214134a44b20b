-- The one mail about a submission: who is sending it, and when it was sent.
ALTER TABLE submissions ADD COLUMN mail_claimed_at timestamptz, ADD COLUMN mailed_at timestamptz;

-- Reminders of drafts: the last one, and whether any are wanted.
ALTER TABLE applications ADD COLUMN reminded_at timestamptz;
ALTER TABLE accounts ADD COLUMN reminders_off_at timestamptz;
CREATE INDEX applications_of_drafts ON applications (updated_at) WHERE submitted_at IS NULL;
