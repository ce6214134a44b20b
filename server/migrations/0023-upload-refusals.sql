-- Why the storage did not take a file. Whoever posts one does not see it, so it is said when the conversion is asked for.
ALTER TABLE uploads ADD COLUMN refusal text CHECK (refusal IN ('empty', 'too large'));
