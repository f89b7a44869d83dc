-- Builds the documents of the newest tickets without one, and returns the tickets that match.
create or replace function search_unread(asked_words tsquery, condition text) returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  waiting constant uuid[] := waiting_tickets();
  found uuid[] := '{}';
begin
  if cardinality(waiting) > 0 then
    execute 'select array(select t.id from support_tickets t where t.client_id = $1 and t.id = any ($2) and ticket_document($1, t.id) @@ $3'
      || condition || ' order by t.ticket_number desc)' into found using client, waiting, asked_words;
  end if;
  return found;
end $$;
revoke all on function search_unread from public;

create or replace function waiting_tickets() returns uuid[]
  language sql stable
  return array(select distinct ticket_id from (select ticket_id from search_waiting where client_id = current_client_id()
    and ticket_id is not null order by id desc limit search_waiting_read()) as latest);
revoke all on function waiting_tickets from public;

-- Returns tickets with all words of a search, newest first up to a limit: from the index stretch by stretch, after
-- those without a document. `is_subject` searches only subjects. `condition` is on a ticket `t`.
create or replace function search_ids(asked_keys text, asked_words tsquery, is_settled boolean, condition text, is_subject boolean, cap int)
  returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  newest constant int := search_stretch((select ticket_number from ticket_words where client_id = client order by ticket_number desc limit 1));
  keys constant text := case when is_subject then replace(asked_keys, '~', '~^') else asked_keys end;
  waiting constant uuid[] := waiting_tickets();
  last int := newest;
  first int := newest;
  found uuid[] := case when is_subject then '{}' else search_unread(asked_words, condition) end;
begin
  while last >= 0 and cardinality(found) < cap loop
    execute 'select $1 || array(select w.ticket_id from ticket_words w'
      || case when condition = '' then '' else ' join support_tickets t on t.client_id = $2 and t.id = w.ticket_id' end
      || ' where search_keys(w.client_id, w.ticket_number, w.words) @@ $3'
      || case when is_settled then '' else ' and w.words @@ $4' end
      || case when cardinality(waiting) > 0 then ' and w.ticket_id <> all ($5)' else '' end || condition
      || ' order by w.ticket_number desc limit $6)'
      into found using found, client, search_key_query(keys, client, first, last), asked_words, waiting, cap - cardinality(found);
    last := first - 1;
    first := greatest(0, last - 3 * (newest - last));
  end loop;
  return found;
end $$;
revoke all on function search_ids from public;

-- Returns the tickets a search finds regardless of filters, newest first up to a limit: by words (search_asked), by
-- number, or by contained text. While more tickets lack a document than a search reads itself, also those that contain
-- the text.
create or replace function searched_ids(wanted jsonb, asked_keys text, asked_words tsquery, is_settled boolean, condition text, cap int)
  returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  number constant int := case when wanted ? 'phrases' then null else search_number(array_to_string(json_texts(wanted -> 'words'), ' ')) end;
  found uuid[] := '{}';
begin
  if asked_keys is not null then
    found := search_ids(asked_keys, asked_words, is_settled, condition, false, cap);
  end if;
  if number is not null then
    found := found || array(select t.id from support_tickets t where t.client_id = client and t.ticket_number = number and t.id <> all (found));
  end if;
  if cardinality(found) = 0 or are_tickets_waiting() then
    found := found || array(select id from unnest(search_inside(wanted, condition, 1000)) as id where id <> all (found));
  end if;
  return found;
end $$;
revoke all on function searched_ids from public;

-- Whether a search is so common that walking along a view's tickets is fastest: enough of the first ones match.
create or replace function search_is_common(asked_words tsquery, archived boolean, snoozed boolean, fewest int, most int) returns boolean
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
begin
  return (select count(*) = fewest from (
    select from (select t.id from support_tickets t
        where t.client_id = client and t.is_archived = archived and t.is_snoozed = snoozed
        order by t.urgency desc, t.created_at desc, t.id desc limit most) as t
      join ticket_words w on w.client_id = client and w.ticket_id = t.id
    where w.words @@ asked_words limit fewest) as hits);
end $$;
revoke all on function search_is_common from public;

-- Whether more tickets lack a document than a search reads itself.
create or replace function are_tickets_waiting() returns boolean
  language sql stable
  return (select count(*) > search_waiting_read() from (select from search_waiting
    where client_id = current_client_id() limit search_waiting_read() + 1) as waiting);
revoke all on function are_tickets_waiting from public;
