-- The office is told of two applications by the same person. A column finds those who were born on one day: an index on
-- the answers would have to follow every save.
ALTER TABLE applications ADD COLUMN birth_date text NOT NULL DEFAULT '';

CREATE OR REPLACE FUNCTION note_birth_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE applications SET birth_date = trim(NEW.value)
  WHERE account_id = NEW.account_id AND birth_date != trim(NEW.value);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER birth_dates_are_noted AFTER INSERT OR UPDATE OF value ON answers
  FOR EACH ROW WHEN (NEW.key = 'birth_date') EXECUTE FUNCTION note_birth_date();

UPDATE applications SET birth_date = trim(value) FROM answers
WHERE answers.account_id = applications.account_id AND key = 'birth_date';

CREATE INDEX applications_by_birth_date ON applications (birth_date) WHERE birth_date != '';
