-- The sweep and backups ask by file which rows still know it.
CREATE INDEX documents_by_pdf ON documents (pdf_key);
CREATE INDEX copies_by_pdf ON copies (pdf_key);
