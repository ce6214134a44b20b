-- People of the office whom the university's own sign-in names. A visit is what it is for a link.
CREATE TABLE office_people (
  name text PRIMARY KEY,
  last_used_at timestamptz NOT NULL,
  visit_began_at timestamptz NOT NULL,
  new_since timestamptz
);
CREATE INDEX office_people_by_use ON office_people (last_used_at);
