-- The library of the job queue makes its tables here itself. Several processes that start at once with an empty database
-- could fail to make the schema, as its "IF NOT EXISTS" does not see one that has only just come.
CREATE SCHEMA IF NOT EXISTS pgboss;
