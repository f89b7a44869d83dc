-- The tickets of a team, in the list's order.
drop index concurrently if exists support_tickets_team;
create index concurrently support_tickets_team on support_tickets (client_id, team_id, is_archived, is_snoozed,
  urgency desc, created_at desc, id desc) where team_id is not null;
