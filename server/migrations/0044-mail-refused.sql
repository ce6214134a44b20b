-- Why the last mail to this address was refused, such as "550 5.1.1", and when. Blank once a later one was taken.
ALTER TABLE accounts ADD COLUMN mail_refusal text NOT NULL DEFAULT '', ADD COLUMN mail_refused_at timestamptz;
