create table ticket_messages (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  ticket_id uuid not null,
  content text not null,
  -- The text with its quoted history and the HTML of a mail; null when there is no more than `content`.
  full_content text,
  html text,
  is_from_customer boolean not null,
  is_automatic boolean not null default false,
  author_id uuid,
  author_name text not null check (char_length(author_name) between 1 and 200),
  message_type text not null default 'internal' check (message_type in ('email', 'internal')),
  -- The Message-ID header, without angle brackets, of the mail this came or goes as.
  mail_message_id text check (char_length(mail_message_id) <= 998),
  threading_reason text
    check (threading_reason in ('new_conversation', 'reply_address', 'references', 'subject_label')),
  delivery_state text check (delivery_state in ('sending', 'sent', 'failed')),
  delivery_error text,
  idempotency_key uuid,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, author_id) references users (client_id, id) on delete set null (author_id),
  check (message_type = 'email' or (delivery_state is null and mail_message_id is null and not is_from_customer)),
  check (not (is_from_customer and delivery_state is not null))
);
create index ticket_messages_thread on ticket_messages (client_id, ticket_id, message_type, created_at, id);
create index ticket_messages_mail on ticket_messages (client_id, mail_message_id) where mail_message_id is not null;
create unique index ticket_messages_once on ticket_messages (client_id, idempotency_key)
  where idempotency_key is not null;
call protect_tenant_table('ticket_messages');

create table ticket_attachments (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  ticket_id uuid not null,
  message_id uuid,
  file_id uuid not null,
  filename text not null check (char_length(filename) between 1 and 255),
  file_size bigint not null check (file_size >= 0),
  content_type text not null,
  content_id text,
  is_inline boolean not null default false,
  storage_path text not null generated always as ('/api/attachments/' || id) stored,
  uploaded_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, message_id) references ticket_messages (client_id, id) on delete cascade,
  foreign key (client_id, file_id) references files (client_id, id),
  foreign key (client_id, uploaded_by) references users (client_id, id) on delete set null (uploaded_by)
);
create index ticket_attachments_ticket on ticket_attachments (client_id, ticket_id, created_at);
create index ticket_attachments_file on ticket_attachments (client_id, file_id);
call protect_tenant_table('ticket_attachments');

-- Counts on the ticket's own row: it is locked by whoever adds to the ticket anyway.
create function count_message() returns trigger language plpgsql as $$
begin
  if new.message_type = 'internal' then
    update support_tickets set note_count = note_count + 1 where client_id = new.client_id and id = new.ticket_id;
  else
    update support_tickets set message_count = message_count + 1 where client_id = new.client_id and id = new.ticket_id;
  end if;
  return null;
end $$;
create trigger messages_counted after insert on ticket_messages for each row execute function count_message();

create function count_attachment() returns trigger language plpgsql as $$
begin
  update support_tickets set attachment_count = attachment_count + 1
    where client_id = new.client_id and id = new.ticket_id;
  return null;
end $$;
create trigger attachments_counted after insert on ticket_attachments for each row execute function count_attachment();
