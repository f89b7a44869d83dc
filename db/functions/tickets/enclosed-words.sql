-- Returns the searchable words of a mail's attached events and mails, each limited like a message.
create or replace function enclosed_words(enclosed jsonb) returns text
  language sql immutable strict
  return (select string_agg(left(words, 4000), ' xqqx ') from (
    select concat_ws(' xqqx ', each ->> 'summary', each ->> 'location', each ->> 'comment', each ->> 'description') as words
      from jsonb_array_elements(enclosed -> 'events') as each
    union all
    select concat_ws(' xqqx ', each ->> 'from', each ->> 'subject', each ->> 'text')
      from jsonb_array_elements(enclosed -> 'mails') as each) as said);
