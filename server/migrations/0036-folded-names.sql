-- How names, schools and addresses are compared: lower case, no accents, one blank between words, no wildcards of LIKE.
-- Left out first are apostrophes of all kinds and full stops ("O’Brien" and "OBrien", "St. John" and "St John"), then the
-- accents of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and what nobody sees. Letters that Unicode does not take
-- apart become what is written without their own key. Last, all that is neither letter nor digit becomes a blank.
CREATE OR REPLACE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN trim(regexp_replace(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      lower(regexp_replace(normalize(regexp_replace(value,
        '[''.\u0060\u00b4\u02b9-\u02bf\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]',
        '', 'g'), NFKD),
        '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u061c\u0640\u064b-\u065f\u0670\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
        '', 'g')),
      'Æ', 'ae'), 'æ', 'ae'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'),
    'ĐđÐðƉɖƊɗƏəƁɓƇƈƎǝƐɛƓɠƔɣĦħıƗɨƖɩƘƙĸŁłŊŋƝɲØøƆɔƟɵƤƥŦŧƬƭɄʉƲʋƳƴς',
    'ddddddddaabbcceeeegggghhiiiiikkkllnnnnooooooppttttuuvvyyσ'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02df\u0589\u058a\u05be\u05c0\u05c3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u200a\u2010-\u2017\u201c-\u2031\u2033\u2034\u2036-\u205f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3003\u3008-\u3020\u3030\u30fb\uff5f-\uff65]+',
    ' ', 'g'));

CREATE OR REPLACE FUNCTION list_application(application uuid) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  UPDATE applications SET name = listed.name, name_search = folded(listed.name), program = listed.program
  FROM (SELECT
    concat_ws(' ', answer_of(application, 'first_name'), answer_of(application, 'middle_name'),
      answer_of(application, 'last_name'), '(' || answer_of(application, 'preferred_name') || ')') AS name,
    concat_ws('/', answer_of(application, 'program_type'), answer_of(application, 'applied_major')) AS program
  ) AS listed
  WHERE account_id = application
    AND (applications.name, applications.program) IS DISTINCT FROM (listed.name, listed.program);
END;

UPDATE applications SET name_search = folded(name) WHERE name_search != folded(name);

-- Texts of other letters than the English ones were compared in another form.
DO $$ BEGIN
  UPDATE lookup_records SET search = folded(concat_ws(' ',
    CASE category WHEN 'address' THEN address_line_1 ELSE name END, city,
    CASE category WHEN 'address' THEN state END))
  WHERE name || address_line_1 || city ~ '[^ -_a-~]';
  IF FOUND THEN
    DELETE FROM lookup_words;
    INSERT INTO lookup_words
      SELECT category, word, count(*) FROM lookup_records, unnest(string_to_array(search, ' ')) AS word
      WHERE word != '' GROUP BY category, word;
  END IF;
END $$;
