-- The name in the office's list is that of the printout (`applicantName`), with the preferred one behind it.
CREATE OR REPLACE FUNCTION list_application(application uuid) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  UPDATE applications SET name = listed.name, name_search = folded(listed.name), program = listed.program
  FROM (SELECT
    concat_ws(' ', answer_of(application, 'first_name'), answer_of(application, 'middle_name'),
      answer_of(application, 'last_name'),
      coalesce(answer_of(application, 'suffix_desc'), answer_of(application, 'suffix')),
      '(' || answer_of(application, 'preferred_name') || ')') AS name,
    concat_ws('/', answer_of(application, 'program_type'), answer_of(application, 'applied_major')) AS program
  ) AS listed
  WHERE account_id = application
    AND (applications.name, applications.program) IS DISTINCT FROM (listed.name, listed.program);
END;

CREATE OR REPLACE TRIGGER answers_are_listed AFTER INSERT OR UPDATE OF value ON answers
  FOR EACH ROW WHEN (NEW.key IN ('first_name', 'middle_name', 'last_name', 'suffix', 'suffix_desc',
    'preferred_name', 'program_type', 'applied_major'))
  EXECUTE FUNCTION list_changed_application();

SELECT list_application(account_id) FROM answers WHERE key = 'suffix' AND value != '';
