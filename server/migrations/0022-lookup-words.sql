-- Every word of the look-ups and how many records hold it: a slip is mended here, among few, not among all records.
CREATE TABLE lookup_words (
  category text NOT NULL,
  word text NOT NULL,
  records integer NOT NULL,
  PRIMARY KEY (category, word)
);
CREATE INDEX lookup_words_by_similarity ON lookup_words USING gin (word gin_trgm_ops);
INSERT INTO lookup_words
  SELECT category, word, count(*) FROM lookup_records, unnest(string_to_array(search, ' ')) AS word
  WHERE word != '' GROUP BY category, word;
