-- A key of a program is a token that belongs to no application, with the name that the audit has.
ALTER TABLE tokens
  ADD COLUMN holder text,
  DROP CONSTRAINT tokens_realm_check,
  ADD CONSTRAINT tokens_realm_check CHECK (realm IN ('service', 'answers', 'key'));
