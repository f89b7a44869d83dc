-- What names a person who is removed is found without reading every ticket, message and step.
drop index concurrently if exists support_tickets_created_by;
create index concurrently support_tickets_created_by on support_tickets (client_id, created_by) where created_by is not null;
drop index concurrently if exists ticket_messages_author;
create index concurrently ticket_messages_author on ticket_messages (client_id, author_id) where author_id is not null;
drop index concurrently if exists ticket_activities_actor;
create index concurrently ticket_activities_actor on ticket_activities (client_id, actor_id) where actor_id is not null;
