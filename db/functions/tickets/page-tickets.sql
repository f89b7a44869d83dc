-- A page of the tickets of a view that filters fit, in one of the list's orders after a cursor in it: `after_at` is the time that
-- the order goes by, and `after_urgency` of the order by priority alone. It walks along the order (walk_tickets) and looks at what else is
-- asked for on the way, at four hundred tickets at most. What is rarer is looked for without an order, and put into it; where that is too
-- much, too, a plan is made for all of it at once.
create or replace function page_tickets(
  filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  exact int;
  most int;
  walked record;
  few uuid[];
  found uuid[];
begin
  -- What is common is found sooner than it is counted.
  if may_be_rare(filter) then
    select known.exact, known.most into exact, most from known_count(filter, archived) as known;
    if most = 0 then
      return;
    end if;
  end if;
  if not coalesce(most <= 500, false) then
    walked := walk_tickets(filter, archived, sort, after_urgency, after_at, after_id, cap);
    found := walked.ids;
    if not walked.is_cut then
      return query select unnest(found);
      return;
    end if;
  end if;
  if most is null and not is_walked(filter, sort) then
    select known.exact, known.most into exact, most from known_count(filter, archived) as known;
  end if;
  -- Where a few were found on the way, the rest is not far.
  if coalesce(most <= 500, false) or cardinality(found) < 4 and not coalesce(exact > 500, false) then
    few := few_tickets(filter, archived, most);
  end if;
  found := case when cardinality(few) <= 500 then order_tickets(few, archived, filter ? 'snoozed', sort, after_urgency, after_at, after_id, cap)
    else page_found('{}', null, null, '', filter, archived, sort, after_urgency, after_at, after_id, cap) end;
  return query select unnest(found);
end $$;
revoke all on function page_tickets from public;
grant execute on function page_tickets to deskhand_app;
