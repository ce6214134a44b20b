-- The id of this installation. The storage has the same: nothing is swept from a storage of another one.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL,
  is_in_storage boolean NOT NULL
);
