-- The office's list shows and filters the entry term, too.
ALTER TABLE applications ADD COLUMN entry_term text NOT NULL DEFAULT '';

CREATE OR REPLACE FUNCTION list_application(application uuid) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  UPDATE applications
  SET name = listed.name, name_search = folded(listed.name), program = listed.program, entry_term = listed.entry_term
  FROM (SELECT
    concat_ws(' ', answer_of(application, 'first_name'), answer_of(application, 'middle_name'),
      answer_of(application, 'last_name'),
      coalesce(answer_of(application, 'suffix_desc'), answer_of(application, 'suffix')),
      '(' || answer_of(application, 'preferred_name') || ')') AS name,
    concat_ws('/', answer_of(application, 'program_type'), answer_of(application, 'applied_major')) AS program,
    coalesce(answer_of(application, 'entry_term'), '') AS entry_term
  ) AS listed
  WHERE account_id = application AND (applications.name, applications.program, applications.entry_term)
    IS DISTINCT FROM (listed.name, listed.program, listed.entry_term);
END;

CREATE OR REPLACE TRIGGER answers_are_listed AFTER INSERT OR UPDATE OF value ON answers
  FOR EACH ROW WHEN (NEW.key IN ('first_name', 'middle_name', 'last_name', 'suffix', 'suffix_desc',
    'preferred_name', 'program_type', 'applied_major', 'entry_term'))
  EXECUTE FUNCTION list_changed_application();

SELECT list_application(account_id) FROM answers WHERE key = 'entry_term' AND value != '';
