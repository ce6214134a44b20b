-- Grows with every change of an answer, and with nothing else; "revision" also with lists, tabs and documents. It begins
-- at a number of its own for each application: a page that missed the log-in of another account names no version of it.
ALTER TABLE applications
  ADD COLUMN answers_revision integer NOT NULL DEFAULT floor(random() * 1000000000)::integer;

-- The keys for what waits on applicants' devices derive from one root, sealed, so that changing the secrets leaves them.
CREATE TABLE device_root (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sealed text NOT NULL
);
