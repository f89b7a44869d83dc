-- Files that somebody attached to a reply which is not sent yet. Sending makes attachments of them; what is not sent
-- within a day is deleted with its file. Ticket and user may go first: the row stays for that, so that the file goes too.
create table uploads (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  user_id uuid,
  ticket_id uuid,
  file_id uuid not null,
  filename text not null check (char_length(filename) between 1 and 255),
  file_size bigint not null check (file_size > 0),
  content_type text not null,
  -- Made by the browser for one file: a repeated request finds what the first one stored.
  idempotency_key uuid,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, user_id) references users (client_id, id) on delete set null (user_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete set null (ticket_id),
  foreign key (client_id, file_id) references files (client_id, id)
);
create index uploads_of_reply on uploads (client_id, ticket_id, user_id, created_at);
create index uploads_file on uploads (client_id, file_id);
create index uploads_by_age on uploads (client_id, created_at);
create unique index uploads_once on uploads (client_id, user_id, idempotency_key) where idempotency_key is not null;
call protect_tenant_table('uploads');
