-- Returns a page of a view's tickets that match filters, in one of the list's orders after a cursor: `after_at` is the
-- order's time, `after_urgency` only for the order by priority. Walks along the order (walk_tickets) and checks the
-- filters on the way, for at most four hundred tickets. Rarer tickets are searched unordered and then sorted; if those
-- are too many, all is planned at once.
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
  if filter ? 'figure' then
    -- What a figure counted is found once, not once for each view.
    return query select unnest(page_found('{}', null, null, '', filter, archived, sort, after_urgency, after_at, after_id, cap));
    return;
  elsif filter ? 'everywhere' then
    -- The first of each view: the first of all are among them.
    found := array(select page_tickets(v.of_view, v.archived, sort, after_urgency, after_at, after_id, cap) from each_view(filter) as v);
    return query select unnest(order_tickets(found, null, null, sort, after_urgency, after_at, after_id, cap));
    return;
  end if;
  -- Common tickets are found sooner than counted.
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
  -- If a few were found on the way, the rest is near.
  if coalesce(most <= 500, false) or cardinality(found) < 4 and not coalesce(exact > 500, false) then
    few := few_tickets(filter, archived, most);
  end if;
  found := case when cardinality(few) <= 500 then order_tickets(few, archived, filter ? 'snoozed', sort, after_urgency, after_at, after_id, cap)
    else page_found('{}', null, null, '', filter, archived, sort, after_urgency, after_at, after_id, cap) end;
  return query select unnest(found);
end $$;
revoke all on function page_tickets from public;
grant execute on function page_tickets to deskhand_app;
