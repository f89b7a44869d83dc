-- Replies that the server keeps until their time, so that they can be taken back until then (docs/decisions/0110).
create table kept_replies (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the composer; the message that is sent has it as its idempotency_key.
  id uuid not null,
  ticket_id uuid not null,
  author_id uuid not null,
  -- As it was asked for, and what else its composer has to have for it to be a draft again. Both go with `gone`.
  reply jsonb not null,
  draft text check (char_length(draft) <= 60000),
  -- Its author chose the time, rather than some seconds to take it back.
  is_later boolean not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  due_at timestamptz(3) not null,
  -- What was sent is deleted. What came back is its author's until a browser has it as a draft; then its key stays for a day, so that
  -- a request which was long on its way does not keep it once more.
  state text not null default 'waiting' check (state in ('waiting', 'returned', 'gone')),
  -- Why it came back: 'undone', or what refused it; and who took it back for its author.
  reason text,
  returned_by uuid,
  ended_at timestamptz(3),
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, author_id) references users (client_id, id) on delete cascade,
  foreign key (client_id, returned_by) references users (client_id, id) on delete set null (returned_by),
  check ((state = 'waiting') = (reason is null) and (state = 'waiting') = (ended_at is null))
);
create index kept_replies_ticket on kept_replies (client_id, ticket_id, due_at);
create index kept_replies_author on kept_replies (client_id, author_id, created_at);
create index kept_replies_ended on kept_replies (client_id, ended_at) where state = 'gone';
create index kept_replies_due on kept_replies (client_id, due_at) where state = 'waiting';
create index kept_replies_returned_by on kept_replies (client_id, returned_by) where returned_by is not null;
call protect_tenant_table('kept_replies');

-- The uploads that go with them, which no other reply may take, and which are not deleted after a day.
create table kept_files (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  upload_id uuid not null,
  kept_reply_id uuid not null,
  position smallint not null,
  primary key (client_id, upload_id),
  foreign key (client_id, upload_id) references uploads (client_id, id) on delete cascade,
  foreign key (client_id, kept_reply_id) references kept_replies (client_id, id) on delete cascade
);
create index kept_files_reply on kept_files (client_id, kept_reply_id);
call protect_tenant_table('kept_files');
