-- The tickets of a view that the filters fit and that hold a text, or have it as their number, in the list's order after a cursor
-- in it. What many of the first 60 hold is common, and found by walking on: the trigram index would list nearly everything. A
-- text without three letters in a row, which no index holds, is looked for among the first 10,000; a ticket's number always.
-- Each statement is planned for the filters that are set. Few rows are declared, so that no plan reads all tickets to join
-- those found.
create or replace function search_tickets(
  typed text, filter jsonb, archived boolean, after_urgency smallint, after_created timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  number constant int := search_number(typed);
  pattern constant text := '%' || search_like(lower(typed)) || '%';
  viewed constant text := 'select t from support_tickets t where t.client_id = $1 and t.is_archived = $2 and not t.is_snoozed'
    || case when after_id is not null then ' and (t.urgency, t.created_at, t.id) < ($3, $4, $5)' else '' end;
  ordered constant text := ' order by (t).urgency desc, (t).created_at desc, (t).id desc limit ';
  matching constant text := ' as viewed where ticket_matches(t, $6)';
  numbered constant text := case when number is not null then ' or (t).ticket_number = $8' else '' end;
  is_common boolean := false;
  is_bounded boolean := false;
  found uuid[];
begin
  -- Of one customer there are too few to walk.
  if pattern <> '%%' and filter -> 'customer' is null then
    select count(*) >= 6 into is_common
      from (select ticket_text(t) as body from support_tickets t where t.client_id = client and t.is_archived = archived and not t.is_snoozed
        order by t.urgency desc, t.created_at desc, t.id desc limit 60) as first
      where first.body like pattern;
    is_bounded := not is_common and not search_has_trigram(typed);
  end if;
  execute 'select array(select (t).id from (' || viewed || case when is_bounded then ordered || '10000' else '' end || ')' || matching
      || case when pattern = '%%' then ''
        -- With "|| ''" no plan takes this for what the trigram index holds.
        when is_common or is_bounded then ' and (ticket_text(t) || '''' like $7' || numbered || ')'
        else ' and (ticket_text(t) like $7' || numbered || ')' end
      || ordered || '$9)' into found
    using client, archived, after_urgency, after_created, after_id, filter, pattern, number, cap;
  return query select unnest(found);
  if is_bounded and number is not null and cardinality(found) < cap then
    return query execute 'select (t).id from (' || viewed || ' and t.ticket_number = $7)' || matching || ' and (t).id <> all ($8)'
      using client, archived, after_urgency, after_created, after_id, filter, number, found;
  end if;
end $$;
revoke all on function search_tickets from public;
grant execute on function search_tickets to deskhand_app;
