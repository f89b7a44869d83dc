-- What belongs to a ticket that was merged into another one stands there, and knows which one it came by: so it can go back.
alter table ticket_messages add column merged_from_id uuid;
alter table mail_log add column merged_from_id uuid;
alter table tracking_notes add column merged_from_id uuid;
alter table ticket_orders add column merged_from_id uuid;

-- Nothing has come from anywhere yet: there are no rows to look through for what follows.
select set_config('app.client_id', '00000000-0000-0000-0000-000000000000', true);
alter table ticket_messages add constraint ticket_messages_merged_from_fkey
  foreign key (client_id, merged_from_id) references support_tickets (client_id, id) on delete set null (merged_from_id);
alter table mail_log add constraint mail_log_merged_from_fkey
  foreign key (client_id, merged_from_id) references support_tickets (client_id, id) on delete set null (merged_from_id);
alter table tracking_notes add constraint tracking_notes_merged_from_fkey
  foreign key (client_id, merged_from_id) references support_tickets (client_id, id) on delete set null (merged_from_id);
alter table ticket_orders add constraint ticket_orders_merged_from_fkey
  foreign key (client_id, merged_from_id) references support_tickets (client_id, id) on delete set null (merged_from_id);
create index ticket_messages_merged on ticket_messages (client_id, merged_from_id) where merged_from_id is not null;
create index mail_log_merged on mail_log (client_id, merged_from_id) where merged_from_id is not null;
create index tracking_notes_merged on tracking_notes (client_id, merged_from_id) where merged_from_id is not null;
create index ticket_orders_merged on ticket_orders (client_id, merged_from_id) where merged_from_id is not null;

-- Nothing opens the shell of a merged ticket but undoing the merge.
alter table support_tickets add constraint support_tickets_shell_check check (merged_into_id is null or status = 'closed');

-- As a ticket was before it was merged.
create table ticket_merges (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  status text not null,
  snoozed_until timestamptz(3),
  merged_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
call protect_tenant_table('ticket_merges');

-- Messages that were moved to a ticket of their own: mail that answers one of them follows it, wherever it was sent to. A
-- ticket that it was merged from counts as the one that it was moved from.
create table message_moves (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  idempotency_key uuid not null,
  message_id uuid not null,
  from_ticket_id uuid not null,
  merged_from_id uuid,
  to_ticket_id uuid not null,
  primary key (client_id, idempotency_key),
  foreign key (client_id, message_id) references ticket_messages (client_id, id) on delete cascade,
  foreign key (client_id, from_ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, merged_from_id) references support_tickets (client_id, id) on delete set null (merged_from_id),
  foreign key (client_id, to_ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index message_moves_message on message_moves (client_id, message_id);
create index message_moves_from on message_moves (client_id, from_ticket_id);
create index message_moves_merged on message_moves (client_id, merged_from_id) where merged_from_id is not null;
create index message_moves_to on message_moves (client_id, to_ticket_id);
call protect_tenant_table('message_moves');

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply',
  'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended'));
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array[
  'new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice',
  'snooze_ended']);
