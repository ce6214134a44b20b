-- What a link lets its holder do, and for which programs: `{}` for all. Links that were made before only read.
ALTER TABLE office_links
  ADD COLUMN may_act boolean NOT NULL DEFAULT false,
  ADD COLUMN programs text[] NOT NULL DEFAULT '{}';

-- A person's visits go on with the next link, so they are kept by name, for links and sign-ins alike.
INSERT INTO office_people (name, last_used_at, visit_began_at, new_since)
  SELECT DISTINCT ON (name) name, last_used_at, visit_began_at, new_since FROM office_links
  WHERE last_used_at IS NOT NULL ORDER BY name, last_used_at DESC
  ON CONFLICT DO NOTHING;

-- A review is about one submission, so it falls when the application is reopened, as the submission does.
ALTER TABLE submissions ADD COLUMN reviewed_at timestamptz, ADD COLUMN reviewed_by text;

-- Who has read which submission.
CREATE TABLE office_reads (
  submission_id uuid NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  reader text NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (submission_id, reader)
);
INSERT INTO office_reads (submission_id, reader, read_at)
  SELECT submissions.id, actor, min(happened_at) FROM submissions JOIN audit USING (account_id)
  WHERE event IN ('office-application-read', 'office-pdf-saved', 'office-document-saved')
    AND happened_at >= submitted_at AND actor IS NOT NULL
  GROUP BY submissions.id, actor;
