-- A text as searches compare it: lower case, without accents, vowel points and signs that cannot be seen, and the forms that
-- one letter has as one.
create or replace function search_fold(typed text) returns text
  language sql immutable parallel safe
  return translate(replace(normalize(lower(regexp_replace(normalize(typed, NFKD),
    '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')), NFC),
    'ß', 'ss'), 'ςı', 'σi');

-- The same, and with the letters that no rule of Unicode takes apart as those that are typed for them. Of a text in ASCII there is
-- nothing to fold but its case, which takes a hundredth of the time.
create or replace function search_letters(typed text) returns text
  language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed) else replace(replace(replace(translate(public.search_fold(typed), 'øłđðħŧıĸ', 'olddhtik'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- A text with each umlaut as two letters, as those write it who have no key for it: "Müßig" as "muessig", "Ørsted" as "oersted".
create or replace function search_spelled_out(typed text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(lower(normalize(typed, NFKC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');

-- A folded text with what may be such two letters as one: "muessig" as "mussig". Not at the end of a word, and not after a vowel. That a
-- text has none is told first, as replacing takes ten times as long as looking.
create or replace function search_drawn_together(folded text) returns text
  language sql immutable parallel safe
  return case when folded ~ '(^|[^aeiouq])[aou]e[a-z]{2}|(^|[^aeiou])aa[a-z]{2}' then regexp_replace(regexp_replace(folded,
    '(^|[^aeiouq])([aou])e(?=[a-z]{2})', '\1\2', 'g'), '(^|[^aeiou])aa(?=[a-z]{2})', '\1a', 'g') else folded end;

-- A long text before it is folded, of which as much is left as languages need: a letter stands for three at most, but a sign of Unicode for
-- up to eighteen, and would make a message as long as a book. What has hardly a letter beyond ASCII is left as it is.
create or replace function search_bounded(content text) returns text
  language sql immutable parallel safe
  return case when octet_length(content) * 10 <= char_length(content) * 13 then content
    else left(normalize(content, NFKD), 3 * char_length(content) + 200) end;
