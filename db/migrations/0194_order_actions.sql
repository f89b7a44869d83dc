-- Acting on orders at Shopify (docs/decisions/0127).
alter table shopify_stores
  -- Since when orders may be changed; null while Deskhand only reads, which it does until an admin allows more.
  add column actions_since timestamptz(3),
  -- When Shopify was last asked for the scopes, and which of them it took away while orders might be changed.
  add column scopes_read_at timestamptz(3),
  add column lost_scopes text[] not null default '{}';
-- Whether somebody is sent to Shopify's page to allow changes of orders.
alter table shopify_oauth_states add column for_actions boolean not null default false;

create table order_actions (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the browser. It is the id of its effect, and the idempotency key that Shopify gets.
  id uuid not null,
  order_id uuid not null,
  ticket_id uuid,
  kind text not null check (kind in ('refund', 'cancel', 'address', 'edit', 'draft', 'shipping_notice', 'annotate')),
  -- waiting: for a colleague's approval · declined · ended: nobody can approve it any more · planned · sent: on its way ·
  -- looking: its answer was lost, and the order is read to see what happened · done · refused · unknown: that could not be found out.
  state text not null check (state in (
    'waiting', 'declined', 'ended', 'planned', 'sent', 'looking', 'done', 'refused', 'unknown')),
  words text not null check (char_length(words) between 1 and 500),
  -- What a person chose, what of the order they saw, and what is sent to Shopify, which is the same in each try.
  -- The plan is null once it was erased with the order's customer.
  plan jsonb check (jsonb_typeof(plan) = 'object'),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  -- What it gives the customer, in the store's currency, and in theirs where that is another one: a refund, or by how much an edit lowers
  -- the order's sum. It counts against limits.
  amount numeric check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  shown_amount numeric check (shown_amount >= 0),
  shown_currency text check (shown_currency ~ '^[A-Z]{3}$'),
  by_id uuid,
  by_name text not null check (char_length(by_name) <= 200),
  decided_by uuid,
  decided_by_name text check (char_length(decided_by_name) <= 200),
  -- Why approval was asked for, which limit it is above, and with what word it was declined or ended.
  why text check (char_length(why) <= 500),
  above jsonb check (jsonb_typeof(above) = 'object'),
  word text check (char_length(word) <= 500),
  ends_at timestamptz(3),
  -- When the request that changes something was claimed to be sent, and what Shopify answered to have begun: a cancellation's job, or a draft.
  sent_at timestamptz(3),
  begun_there text check (char_length(begun_there) <= 200),
  -- Nobody knew what became of it: from then on Deskhand only reads the order, and sends nothing.
  only_looks boolean not null default false,
  answer text check (char_length(answer) <= 500),
  result jsonb check (jsonb_typeof(result) = 'object'),
  -- When it happened, by Shopify's clock.
  done_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Since when it counts against limits: an approved one from its approval.
  begun_at timestamptz(3),
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  check (state <> 'waiting' or ends_at is not null),
  check ((shown_amount is null) = (shown_currency is null)),
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete set null (ticket_id),
  foreign key (client_id, by_id) references users (client_id, id) on delete set null (by_id),
  foreign key (client_id, decided_by) references users (client_id, id) on delete set null (decided_by)
);
-- One thing at a time is done to an order.
create unique index order_actions_running on order_actions (client_id, order_id) where state in ('planned', 'sent', 'looking');
create index order_actions_order on order_actions (client_id, order_id, created_at desc, id desc);
create index order_actions_ticket on order_actions (client_id, ticket_id, created_at desc, id desc) where ticket_id is not null;
create index order_actions_waiting on order_actions (client_id, ends_at) where state = 'waiting';
create index order_actions_by on order_actions (client_id, by_id, begun_at);
create index order_actions_decided_by on order_actions (client_id, decided_by, begun_at);
call protect_tenant_table('order_actions');

-- What roles may do to orders alone; a store without rows has the defaults.
create table order_limits (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  role text not null check (role in ('agent', 'supervisor', 'admin')),
  kind text not null check (kind in ('refund', 'cancel', 'address', 'edit', 'draft', 'shipping_notice', 'annotate')),
  mode text not null check (mode in ('may', 'asks')),
  times integer check (times >= 0),
  each_amount numeric check (each_amount >= 0),
  day_amount numeric check (day_amount >= 0),
  -- The store's currency when they were saved, which the amounts are in.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Counts the changes; the same in all rows of a store.
  version integer not null check (version > 0),
  primary key (client_id, role, kind)
);
call protect_tenant_table('order_limits');

alter table effects drop constraint effects_kind_check;
alter table effects add constraint effects_kind_check check (kind in ('webhook', 'order-action')) not valid;

alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check check (kind = any (array['created', 'status_changed',
  'reopened', 'note_added', 'replied', 'forwarded', 'customer_replied', 'assigned', 'priority_changed', 'category_changed', 'tags_changed',
  'due_date_changed', 'subject_changed', 'order_changed', 'customer_changed', 'snoozed', 'woken', 'merged', 'unmerged', 'message_moved',
  'message_received', 'team_changed', 'left_out', 'order_action'])) not valid;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply', 'ticket_assigned',
  'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'target_at_risk', 'target_breached',
  'store_notice', 'store_export', 'ticket_untaken', 'order_approval')) not valid;
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array['new_ticket',
  'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended',
  'target_at_risk', 'target_breached', 'store_notice', 'store_export', 'ticket_untaken', 'order_approval']) not valid;
