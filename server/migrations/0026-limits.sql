-- Where somebody has logged in: found without reading the failed tries of strangers.
CREATE INDEX audit_of_logins ON audit (account_id, address, happened_at) WHERE event = 'login';

-- What is too old is found in batches, however much of it there is.
CREATE INDEX signups_by_age ON signups (created_at);
CREATE INDEX confirmation_codes_by_end ON confirmation_codes (expires_at);
CREATE INDEX resets_by_end ON resets (expires_at);
CREATE INDEX sessions_by_age ON sessions (created_at);
CREATE INDEX tries_by_end ON tries (resets_at);
CREATE INDEX tokens_by_end ON tokens (expires_at);
CREATE INDEX audit_by_age ON audit (happened_at);
CREATE INDEX uploads_by_age ON uploads (created_at);
