-- Nothing reads these columns or documents.pages. They can be dropped once no release that writes them is in use.
ALTER TABLE accounts ALTER COLUMN confirmed_at DROP NOT NULL;
ALTER TABLE secret_marks ALTER COLUMN first_used_at DROP NOT NULL;
ALTER TABLE validations ALTER COLUMN posted_at DROP NOT NULL;

-- Links that have ended are deleted.
CREATE INDEX office_links_by_end ON office_links (expires_at);
