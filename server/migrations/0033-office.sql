-- Links for staff of the office. A visit is a time of use without a long pause: what came since the one before is new.
CREATE TABLE office_links (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  visit_began_at timestamptz,
  new_since timestamptz
);

-- A restore drops tables and leaves functions, hence OR REPLACE.
-- What the office's list shows and searches of the answers, kept by a trigger, so that older processes keep it too.
ALTER TABLE applications
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN name_search text NOT NULL DEFAULT '',
  ADD COLUMN program text NOT NULL DEFAULT '';

CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]', '', 'g'));

CREATE OR REPLACE FUNCTION answer_of(application uuid, asked text) RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT nullif(trim(value), '') FROM answers WHERE account_id = application AND key = asked);

CREATE OR REPLACE FUNCTION list_application(application uuid) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  UPDATE applications SET name = listed.name, name_search = search_form(listed.name), program = listed.program
  FROM (SELECT
    concat_ws(' ', answer_of(application, 'first_name'), answer_of(application, 'middle_name'),
      answer_of(application, 'last_name'), '(' || answer_of(application, 'preferred_name') || ')') AS name,
    concat_ws('/', answer_of(application, 'program_type'), answer_of(application, 'applied_major')) AS program
  ) AS listed
  WHERE account_id = application
    AND (applications.name, applications.program) IS DISTINCT FROM (listed.name, listed.program);
END;

CREATE OR REPLACE FUNCTION list_changed_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_application(NEW.account_id);
  RETURN NULL;
END $$;

CREATE TRIGGER answers_are_listed AFTER INSERT OR UPDATE OF value ON answers
  FOR EACH ROW WHEN (NEW.key IN
    ('first_name', 'middle_name', 'last_name', 'preferred_name', 'program_type', 'applied_major'))
  EXECUTE FUNCTION list_changed_application();

SELECT list_application(account_id) FROM applications;

CREATE INDEX applications_by_name ON applications USING gin (name_search gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX accounts_by_part_of_username ON accounts USING gin (username gin_trgm_ops) WITH (fastupdate = off);
