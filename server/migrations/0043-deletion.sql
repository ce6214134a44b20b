-- The mail that announces the deletion of a draft: when it was last queued, and when it was last sent.
ALTER TABLE accounts ADD COLUMN deletion_asked_at timestamptz, ADD COLUMN deletion_mailed_at timestamptz;

-- When an export, a key or the office first fetched a submission. The audit names it, but not for as long.
ALTER TABLE submissions ADD COLUMN fetched_at timestamptz;
UPDATE submissions SET fetched_at = found.at FROM (
  SELECT submissions.id, min(happened_at) AS at FROM submissions JOIN audit USING (account_id)
  WHERE happened_at >= submitted_at
    AND event IN ('exported', 'office-application-read', 'office-pdf-saved', 'office-document-saved')
  GROUP BY submissions.id) AS found
WHERE submissions.id = found.id;
CREATE INDEX submissions_by_age ON submissions (submitted_at);
