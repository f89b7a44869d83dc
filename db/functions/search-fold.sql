-- A text as searches compare it: lower case, without accents, vowel points and signs that cannot be seen, and the forms that
-- one letter has as one.
create or replace function search_fold(typed text) returns text
  language sql immutable parallel safe
  return translate(replace(normalize(lower(regexp_replace(normalize(typed, NFKD),
    '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')), NFC),
    'ß', 'ss'), 'ςı', 'σi');
