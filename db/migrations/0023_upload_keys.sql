-- A key is of one ticket's composer: the same key on another ticket is another file.
drop index uploads_once;
create unique index uploads_once on uploads (client_id, user_id, ticket_id, idempotency_key) where idempotency_key is not null;
