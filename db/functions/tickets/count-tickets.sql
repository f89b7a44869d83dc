-- Counts a view's tickets that match filters: exactly if a counter knows the number, else up to a cap.
create or replace function count_tickets(filter jsonb, archived boolean, cap int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  known constant record := known_count(filter, archived);
  counted int;
begin
  if filter ? 'everywhere' and not filter ? 'figure' then
    return (select sum(count_tickets(v.of_view, v.archived, cap)) from each_view(filter) as v);
  elsif known.exact is not null then
    return known.exact;
  elsif known.most = 0 then
    return 0;
  end if;
  -- With few waiting tickets, count through ticket_places.
  execute 'select count(*) from (select' || tickets_asked(filter, filter ? 'needsReply' and known.most <= 500) || ' limit $5) as found'
    into counted using client, archived, filter ? 'snoozed', filter, cap;
  return counted;
end $$;
revoke all on function count_tickets from public;
grant execute on function count_tickets to deskhand_app;
