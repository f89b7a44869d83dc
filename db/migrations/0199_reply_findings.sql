-- What the check before sending showed of a reply, and what became of it (docs/decisions/0128).
create table reply_findings (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  message_id uuid not null,
  -- Its place among the findings of the reply.
  position smallint not null check (position >= 0),
  -- Who sent the reply.
  user_id uuid,
  kind text not null check (kind in ('number', 'amount', 'status', 'date', 'tracking', 'carrier', 'attachment', 'name')),
  -- What the reply said, and what was right; nothing else of the text.
  written text not null check (char_length(written) <= 500),
  right_value text check (char_length(right_value) <= 500),
  -- taken: the button put the right value in · rewritten: the writer changed the text · dismissed and sent_anyway: it was sent so.
  outcome text not null check (outcome in ('taken', 'rewritten', 'dismissed', 'sent_anyway')),
  found_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, message_id, position),
  foreign key (client_id, message_id) references ticket_messages (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references users (client_id, id) on delete set null (user_id)
);
create index reply_findings_newest on reply_findings (client_id, found_at);
create index reply_findings_person on reply_findings (client_id, user_id) where user_id is not null;
call protect_tenant_table('reply_findings');
