-- The operator's sentence to everybody: one row, or none.
CREATE TABLE banner (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  text text NOT NULL,
  until timestamptz
);
