-- Keeps the list of active tickets that a team has and nobody of it. A ticket that waits already keeps its time, unless it has come to
-- another team.
create or replace function keep_untaken() returns trigger language plpgsql as $$
begin
  if new.team_id is null or new.assigned_to is not null or new.is_archived then
    delete from untaken_tickets w where w.client_id = new.client_id and w.ticket_id = new.id;
  elsif tg_op = 'INSERT' or old.team_id is distinct from new.team_id then
    insert into untaken_tickets (client_id, ticket_id) values (new.client_id, new.id)
      on conflict (client_id, ticket_id) do update set since = clock_timestamp(), told_at = null;
  else
    insert into untaken_tickets (client_id, ticket_id) values (new.client_id, new.id) on conflict do nothing;
  end if;
  return null;
end $$;
-- Most tickets have no team, and cost nothing here.
create or replace trigger tickets_begin_untaken after insert on support_tickets
  for each row when (new.team_id is not null) execute function keep_untaken();
create or replace trigger tickets_untaken after update of team_id, assigned_to, status on support_tickets
  for each row when (old.team_id is not null or new.team_id is not null) execute function keep_untaken();
