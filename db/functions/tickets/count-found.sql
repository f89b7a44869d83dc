-- Counts a view's tickets that match filters and a search, up to a cap and among the newest the search finds, and those
-- of the other view: active and archive are each other's. Snoozed tickets belong to neither.
create or replace function count_found(wanted jsonb, filter jsonb, archived boolean, cap int) returns table (here int, elsewhere int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  condition constant text := search_condition(wanted);
  asked record;
  ids uuid[];
begin
  if condition = '' or wanted ?| '{words,phrases,from,order}' then
    asked := search_asked(wanted);
    ids := searched_ids(wanted, asked.keys, asked.words, asked.is_settled, condition, 2 * cap);
  end if;
  return query select * from count_among(ids, condition, filter, archived, cap);
end $$;
revoke all on function count_found from public;
grant execute on function count_found to deskhand_app;

-- Counts among the found tickets or, for searches with only a `condition` on a ticket `t`, among all. Waiting customers
-- do not exist in the other view, or are not asked for.
create or replace function count_among(ids uuid[], condition text, filter jsonb, archived boolean, cap int, out here int, out elsewhere int)
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  there constant jsonb := filter - 'needsReply';
begin
  if filter ? 'everywhere' then
    -- Its tickets are of every view, so there is no other one.
    execute 'select count(*) from (select' || tickets_asked(filter, false) || condition
        || case when ids is null then '' else ' and t.id = any ($6)' end || ' limit $5) as one'
      into here using client, archived, snoozed, filter, cap, ids;
    elsewhere := 0;
  elsif cardinality(ids) <= 500 and condition = '' then
    -- Planned once: for so few tickets, planning takes longer than counting.
    here := (select least(count(*), cap) from unnest(fitting_tickets(ids, filter)) as one (id)
      join support_tickets t on t.client_id = client and t.id = one.id where t.is_archived = archived and t.is_snoozed = snoozed);
    elsewhere := (select least(count(*), cap) from unnest(fitting_tickets(ids, there)) as one (id)
      join support_tickets t on t.client_id = client and t.id = one.id where t.is_archived <> archived and t.is_snoozed = snoozed);
  elsif ids is not null then
    execute 'select least(count(*) filter (where t.is_archived = $2' || filter_conditions('$4', filter) || '), $5),
        least(count(*) filter (where t.is_archived <> $2), $5)
      from unnest($6) as one (id) join support_tickets t on t.client_id = $1 and t.id = one.id
      where t.is_snoozed = $3' || filter_conditions('$4', there) || condition
      into here, elsewhere using client, archived, snoozed, filter, cap, ids;
  else
    execute 'select count(*) from (select' || tickets_asked(filter, false) || condition || ' limit $5) as one'
      into here using client, archived, snoozed, filter, cap;
    execute 'select count(*) from (select' || tickets_asked(there, false) || condition || ' limit $5) as one'
      into elsewhere using client, not archived, snoozed, there, cap;
  end if;
end $$;
revoke all on function count_among from public;

-- Whether a search finds any ticket in any view.
create or replace function finds_anything(wanted jsonb) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  condition constant text := search_condition(wanted);
  asked record;
  is_found boolean;
begin
  if wanted ?| '{words,phrases,from,order}' then
    asked := search_asked(wanted);
    return cardinality(searched_ids(wanted, asked.keys, asked.words, asked.is_settled, condition, 1)) > 0;
  end if;
  execute 'select exists (select from support_tickets t where t.client_id = $1' || condition || ')' into is_found using client;
  return is_found;
end $$;
revoke all on function finds_anything from public;
grant execute on function finds_anything to deskhand_app;
