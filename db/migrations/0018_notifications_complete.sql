-- What each person wants to be told of, and how. Without a row: everything, in the bell alone.
create table notification_preferences (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  -- What is not wanted rather than what is, so that a type that comes later is told at first.
  unwanted text[] not null default '{}'
    check (unwanted <@ array['new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'delivery_failed']),
  has_desktop boolean not null default false,
  has_sound boolean not null default false,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
call protect_tenant_table('notification_preferences');

-- The unread ones of the full list, and their number.
create index notifications_unread on notifications (client_id, user_id, created_at desc, id) where not is_read;
