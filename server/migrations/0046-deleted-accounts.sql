-- What a device that still holds records of a deleted account can prove, so that it alone is told of the deletion. Names
-- no address: `owner_hash` is that of the proof, which only the device has, with the address.
CREATE TABLE deleted_accounts (
  proof_hash bytea PRIMARY KEY,
  owner_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  is_by_rule boolean NOT NULL,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX deleted_accounts_by_age ON deleted_accounts (deleted_at);
