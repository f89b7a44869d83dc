-- Returns the ticket where a ticket's conversation goes on: itself, or the ticket it was merged into, and so on.
create or replace function ticket_root(ticket uuid) returns uuid
  language sql stable
  begin atomic
    with recursive way (id, next_id) as (
      select t.id, t.merged_into_id from support_tickets t where t.id = ticket
      union all
      select t.id, t.merged_into_id from way join support_tickets t on t.id = way.next_id
    )
    select id from way where next_id is null;
  end;
