-- The order by what is due next, of all tickets and of somebody's.
create index concurrently ticket_places_due on ticket_places (client_id, is_archived, is_snoozed, due_at, ticket_id);
create index concurrently ticket_places_held_due on ticket_places (client_id, holder, is_archived, is_snoozed, due_at, ticket_id);
