-- Whether a ticket of the tenant contains exactly this word.
create or replace function is_known_word(wanted text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  newest constant int := (select ticket_number from ticket_words where client_id = client order by ticket_number desc limit 1);
begin
  return exists (select from ticket_words w
    where search_keys(w.client_id, w.ticket_number, w.words)
      @@ search_key_query('''~' || wanted || '''', client, 0, search_stretch(newest)));
end $$;
revoke all on function is_known_word from public;
grant execute on function is_known_word to deskhand_app;

-- Returns each typed word, folded, with similarly spelled words of the tenant's tickets: those one slip away, and those
-- that share enough trigrams. None if a word starts with the typed one, which is then found as it is.
create or replace function near_words(typed text[]) returns table (folded text, near text[])
  language plpgsql stable security definer rows 10 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  each text;
begin
  perform set_config('pg_trgm.similarity_threshold', '0.25', true);
  foreach each in array typed loop
    -- Longer text is no word of theirs, and the slips of a word grow with the square of its length.
    folded := left(search_letters(each), 60);
    near := '{}';
    if not exists (select from search_vocabulary v
      where v.client_id = client and v.word >= folded and v.word < folded || chr(1114111)) then
      near := array(
        select v.word from search_vocabulary v where v.client_id = client and v.word = any (one_slip_from(folded))
        union
        select likest.word from (select v.word from search_vocabulary v where v.client_id = client and v.word % folded and v.word !~ '^='
          order by similarity(v.word, folded) desc, v.word limit 40) as likest);
    end if;
    return next;
  end loop;
end $$;
revoke all on function near_words from public;
grant execute on function near_words to deskhand_app;

-- Returns all words with one letter more, less, changed, or swapped with the next.
create or replace function one_slip_from(word text) returns text[]
  language sql immutable parallel safe
  return array(
    select left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word)) as at
    union
    select left(word, at - 1) || substr(word, at + 1, 1) || substr(word, at, 1) || substr(word, at + 2) from generate_series(1, length(word) - 1) as at
    union
    select left(word, at - 1) || letter || substr(word, at + skipped)
    from generate_series(1, length(word) + 1) as at cross join string_to_table('abcdefghijklmnopqrstuvwxyz', null) as letter
      cross join generate_series(0, 1) as skipped);
