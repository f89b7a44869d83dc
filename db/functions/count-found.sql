-- How many tickets of a view the filters and a search fit, counted up to a cap among the newest that the search finds, and how many of the
-- other one: of the archive for the active, and the other way round. Those that are put off are of neither.
create or replace function count_found(wanted jsonb, filter jsonb, archived boolean, cap int) returns table (here int, elsewhere int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  condition constant text := search_condition(wanted);
  ids uuid[];
begin
  if condition = '' or wanted ?| '{words,phrases,from,order}' then
    ids := searched_ids(wanted, 2 * cap);
  end if;
  return query execute format('select (%1$s t.is_archived = $2%2$s limit $5) as one)::int, (%1$s t.is_archived <> $2 limit $5) as one)::int',
      'select count(*) from (select from ' || case when ids is null then 'support_tickets t where t.client_id = $1'
        else 'unnest($6) as one (id) join support_tickets t on t.client_id = $1 and t.id = one.id where true' end
        || ' and t.is_snoozed = $3 and ticket_matches(t, $4)' || condition || ' and',
      case when waiting then ' and t.waiting_since is not null' else '' end)
    using client, archived, snoozed, filter, cap, ids;
end $$;
revoke all on function count_found from public;
grant execute on function count_found to deskhand_app;

-- Whether a search finds a ticket at all, wherever it stands.
create or replace function finds_anything(wanted jsonb) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  is_found boolean;
begin
  if wanted ?| '{words,phrases,from,order}' then
    return cardinality(searched_ids(wanted, 1)) > 0;
  end if;
  execute 'select exists (select from support_tickets t where t.client_id = $1' || search_condition(wanted) || ')' into is_found using client;
  return is_found;
end $$;
revoke all on function finds_anything from public;
grant execute on function finds_anything to deskhand_app;
