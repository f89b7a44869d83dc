create table notifications (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  -- 'ticket-{ticketId}' or 'message-{messageId}': one event notifies a user once.
  id text not null check (char_length(id) <= 100),
  type text not null 
    check (type in ('new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'delivery_failed')),
  title text not null,
  message text not null,
  ticket_id uuid,
  is_read boolean not null default false,
  is_seen boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, user_id, id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index notifications_newest on notifications (client_id, user_id, created_at desc, id);
create index notifications_badge on notifications (client_id, user_id) where not is_read and not is_seen;
call protect_tenant_table('notifications');
