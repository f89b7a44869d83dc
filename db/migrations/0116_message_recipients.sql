-- Whom a message names in To, Cc and Bcc, each once. What became of an outgoing mail for each is in outgoing_mails, which has a row for each
-- of them; what went out before has these alone.
create table message_recipients (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  message_id uuid not null,
  -- In lower case.
  email text not null check (char_length(email) between 1 and 320),
  name text check (char_length(name) between 1 and 200),
  kind text not null check (kind in ('to', 'cc', 'bcc')),
  position smallint not null,
  -- Whether it was one of the store's own when the message came.
  is_ours boolean not null default false,
  primary key (client_id, message_id, email),
  foreign key (client_id, message_id) references ticket_messages (client_id, id) on delete cascade
);
create index message_recipients_email on message_recipients (client_id, email);
call protect_tenant_table('message_recipients');

-- Whether somebody rather answers who wrote where a message went to others too.
alter table desk_preferences
  add column answer_mode text not null default 'reply-all' check (answer_mode in ('reply', 'reply-all'));

-- Whom an answer to a mail goes to, where that is not the address it came from.
alter table ticket_messages
  add column answers_to text,
  add column answers_to_name text,
  -- A side conversation is one that the ticket's customer neither wrote nor got.
  add column audience text not null default 'customer' check (audience in ('customer', 'side'));
alter table ticket_messages add constraint ticket_messages_answers_to_check
  check (char_length(answers_to) between 1 and 320 and char_length(answers_to_name) between 1 and 200) not valid;

-- That messages were forwarded. What is there is looked through by a later migration.
alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check
  check (kind in (
    'created', 'status_changed', 'reopened', 'note_added', 'replied', 'forwarded', 'customer_replied', 'assigned',
    'priority_changed', 'category_changed', 'tags_changed', 'due_date_changed', 'subject_changed', 'order_changed',
    'snoozed', 'woken', 'merged', 'unmerged', 'message_moved', 'message_received')) not valid;
