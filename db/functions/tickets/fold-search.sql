-- Builds the documents of waiting tickets, newest first, and returns how many were taken. One run at a time per tenant.
create or replace function fold_search(most int) returns int language plpgsql as $$
declare
  client constant uuid := current_client_id();
  taken uuid[];
  people uuid[];
  rows int;
begin
  with gone as (
    delete from search_waiting where client_id = client
      and id in (select id from search_waiting where client_id = client order by id desc limit most)
    returning ticket_id, customer_id)
  select array_agg(distinct ticket_id) filter (where ticket_id is not null),
      array_agg(distinct customer_id) filter (where customer_id is not null), count(*)
    into taken, people, rows from gone;
  -- A run that notes nothing must not notify either, or each run would trigger the next.
  if people is not null then
    insert into search_waiting (ticket_id)
      select t.id from support_tickets t where t.client_id = client and t.customer_id = any (people) order by t.ticket_number;
  end if;
  if taken is null then
    return rows;
  end if;
  -- What changed for the search may also have changed for figures.
  insert into facts_waiting (ticket_id) select unnest(taken);
  -- Waits for concurrent deletions, so that no document is written for a deleted ticket.
  perform from support_tickets where client_id = client and id = any (taken) order by id for key share;
  with folded as (
    insert into ticket_words as w (ticket_id, ticket_number, words)
      select t.id, t.ticket_number, ticket_document(client, t.id) from support_tickets t
        where t.client_id = client and t.id = any (taken)
      on conflict (client_id, ticket_id) do update set words = excluded.words where w.words <> excluded.words
      returning words)
  insert into search_vocabulary (word)
    select distinct case when word like '=%' then left(word, 3) else word end
      from folded cross join lateral unnest(tsvector_to_array(folded.words)) as word
      where word ~ '^([[:alpha:]]{4,30}$|=)'
    on conflict do nothing;
  return rows;
end $$;

-- Forgets words that no ticket has any more. A deleted tenant's words go with it.
create or replace function forget_search_words() returns trigger language plpgsql as $$
declare
  gone text[] := tsvector_to_array(old.words);
  stretches int;
begin
  if not exists (select from clients where id = old.client_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    gone := array(select unnest(gone) except select unnest(tsvector_to_array(new.words)));
  end if;
  gone := array(select word from unnest(gone) as word where word ~ '^[[:alpha:]]{4,30}$');
  delete from search_vocabulary v
    where v.client_id = old.client_id and v.word = any (gone) and not is_known_word(v.word);
  return null;
end $$;
create or replace trigger search_words_forgotten after update of words or delete on ticket_words
  for each row execute function forget_search_words();
