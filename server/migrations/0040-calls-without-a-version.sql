-- The last run of calls that named no version. A page of the release before submits over the version before that run.
ALTER TABLE applications ADD COLUMN calls_from integer, ADD COLUMN calls_to integer;
