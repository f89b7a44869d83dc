-- Folds a text for comparison: lower case, without accents, vowel points and invisible characters, and with variants of
-- a letter as one.
create or replace function search_fold(typed text) returns text
  language sql immutable parallel safe
  return translate(replace(normalize(lower(regexp_replace(normalize(typed, NFKD),
    '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')), NFC),
    'ß', 'ss'), 'ςı', 'σi');

-- Folds further, replacing letters that Unicode does not decompose by those typed for them. ASCII text only changes
-- case, which takes a hundredth of the time.
create or replace function search_letters(typed text) returns text
  language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed) else replace(replace(replace(translate(public.search_fold(typed), 'øłđðħŧıĸ', 'olddhtik'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- Writes each umlaut as two letters, as people do without such a key: "Müßig" as "muessig", "Ørsted" as "oersted".
create or replace function search_spelled_out(typed text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(lower(normalize(typed, NFKC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');

-- Writes pairs that may stand for umlauts as one letter: "muessig" as "mussig". Not at the end of a word, and not after
-- a vowel. Checks first whether there are any, as replacing takes ten times as long.
create or replace function search_drawn_together(folded text) returns text
  language sql immutable parallel safe
  return case when folded ~ '(^|[^aeiouq])[aou]e[a-z]{2}|(^|[^aeiou])aa[a-z]{2}' then regexp_replace(regexp_replace(folded,
    '(^|[^aeiouq])([aou])e(?=[a-z]{2})', '\1\2', 'g'), '(^|[^aeiou])aa(?=[a-z]{2})', '\1a', 'g') else folded end;

-- Shortens a long text before folding, as far as languages need: a letter folds to three at most, but a symbol to up to
-- eighteen, which would make a message as long as a book. Text of mostly ASCII stays as it is.
create or replace function search_bounded(content text) returns text
  language sql immutable parallel safe
  return case when octet_length(content) * 10 <= char_length(content) * 13 then content
    else left(normalize(content, NFKD), 3 * char_length(content) + 200) end;
