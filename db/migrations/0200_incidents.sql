-- Incidents (docs/decisions/0129): what made several customers write within hours, the tickets of it, and answers to all of them.
create table incidents (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen for one made by hand, so that a repeated request makes no second one.
  id uuid not null,
  -- What its customers share, such as sku:LAMP-03; one made by hand shares its name.
  sign text not null check (char_length(sign) between 1 and 200),
  -- What some of them share besides, by which tickets join it as well.
  other_signs text[] not null default '{}' check (cardinality(other_signs) <= 20),
  state text not null default 'open' check (state in ('open', 'watched', 'answered', 'closed')),
  -- How many customers usually write of it in as much time; null for one made by hand.
  usual double precision check (usual >= 0),
  made_by uuid,
  found_at timestamptz(3) not null default clock_timestamp(),
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by)
);
create index incidents_newest on incidents (client_id, found_at desc, id desc);
create index incidents_current on incidents (client_id, sign) where state <> 'closed';
create index incidents_made_by on incidents (client_id, made_by) where made_by is not null;
call protect_tenant_table('incidents');

-- Which tickets belong to an incident. One that somebody took off keeps its row, so that it is not put back.
create table ticket_incidents (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  incident_id uuid not null,
  ticket_id uuid not null,
  -- The order that it was found by.
  order_id uuid,
  -- Null for one that was found.
  joined_by uuid,
  joined_at timestamptz(3) not null default clock_timestamp(),
  is_removed boolean not null default false,
  primary key (client_id, incident_id, ticket_id),
  foreign key (client_id, incident_id) references incidents (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete set null (order_id),
  foreign key (client_id, joined_by) references users (client_id, id) on delete set null (joined_by)
);
create index ticket_incidents_ticket on ticket_incidents (client_id, ticket_id);
create index ticket_incidents_order on ticket_incidents (client_id, order_id) where order_id is not null;
create index ticket_incidents_joined_by on ticket_incidents (client_id, joined_by) where joined_by is not null;
call protect_tenant_table('ticket_incidents');

-- What the tickets of the last days may share with others. Once a ticket is a day old, it is counted in incident_usual.
create table incident_signs (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  -- Who wrote: a customer counts once, however many tickets they begin. Null for a ticket that counts for nothing.
  customer_id uuid,
  wrote_at timestamptz(3) not null,
  order_id uuid,
  signs text[] not null,
  is_counted boolean not null default false,
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete set null (order_id)
);
create index incident_signs_newest on incident_signs (client_id, wrote_at);
create index incident_signs_uncounted on incident_signs (client_id, wrote_at) where not is_counted;
create index incident_signs_order on incident_signs (client_id, order_id) where order_id is not null;
call protect_tenant_table('incident_signs');

-- How many tickets had a sign in a week, without those of incidents: what is usual.
create table incident_usual (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  sign text not null check (char_length(sign) between 1 and 200),
  -- Its Monday, in UTC.
  week date not null,
  tickets integer not null check (tickets > 0),
  primary key (client_id, sign, week)
);
create index incident_usual_week on incident_usual (client_id, week);
call protect_tenant_table('incident_usual');

-- How far the past of a store was read.
create table incident_pasts (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  read_back_to timestamptz(3) not null,
  -- When it had been read as far as it goes.
  finished_at timestamptz(3),
  primary key (client_id)
);
call protect_tenant_table('incident_pasts');

-- How long a carrier's parcels to a country usually are on their way, of the store's own; an empty country is all of them.
create table carrier_times (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  carrier text not null check (char_length(carrier) between 1 and 100),
  country text not null check (char_length(country) <= 100),
  parcels integer not null check (parcels > 0),
  usual_hours double precision not null check (usual_hours > 0),
  primary key (client_id, carrier, country)
);
call protect_tenant_table('carrier_times');

-- One answer, written once for many; null for the incident if it is for stalled parcels.
create table incident_answers (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request sends nothing more.
  id uuid not null,
  incident_id uuid,
  -- With its placeholders, which are filled for each.
  content text not null check (char_length(content) between 1 and 10000),
  -- Of the tickets that begin with it.
  subject text not null check (char_length(subject) between 1 and 255),
  written_by uuid,
  state text not null default 'sending' check (state in ('sending', 'done', 'stopped')),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, incident_id) references incidents (client_id, id) on delete cascade,
  foreign key (client_id, written_by) references users (client_id, id) on delete set null (written_by)
);
create index incident_answers_incident on incident_answers (client_id, incident_id, created_at desc);
create index incident_answers_written_by on incident_answers (client_id, written_by) where written_by is not null;
create index incident_answers_sending on incident_answers (client_id, created_at) where state = 'sending';
call protect_tenant_table('incident_answers');

-- Whom an answer goes to: a ticket, or whoever placed an order and has not written. Its id is the key of what is sent, so nobody gets it twice.
create table incident_recipients (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  answer_id uuid not null,
  position integer not null check (position >= 0),
  -- For an order, the ticket that began with the answer.
  ticket_id uuid,
  order_id uuid,
  -- Of the messages on the ticket the one that was last when the answer was looked at.
  last_seen_message_id uuid,
  -- Of the text that was looked at: another one is not sent.
  digest text not null check (char_length(digest) = 64),
  state text not null default 'planned' check (state in ('planned', 'sent', 'held')),
  -- Why it was held back, in words.
  reason text check (char_length(reason) between 1 and 500),
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, answer_id) references incident_answers (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete cascade,
  check ((state = 'held') = (reason is not null)),
  check (num_nonnulls(ticket_id, order_id) > 0)
);
create unique index incident_recipients_ticket on incident_recipients (client_id, answer_id, ticket_id) where ticket_id is not null;
create unique index incident_recipients_order on incident_recipients (client_id, answer_id, order_id) where order_id is not null;
create index incident_recipients_planned on incident_recipients (client_id, answer_id, position) where state = 'planned';
create index incident_recipients_of_ticket on incident_recipients (client_id, ticket_id) where ticket_id is not null;
create index incident_recipients_of_order on incident_recipients (client_id, order_id) where order_id is not null;
call protect_tenant_table('incident_recipients');

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply', 'ticket_assigned',
  'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'target_at_risk', 'target_breached',
  'store_notice', 'store_export', 'ticket_untaken', 'order_approval', 'incident')) not valid;
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array['new_ticket',
  'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended',
  'target_at_risk', 'target_breached', 'store_notice', 'store_export', 'ticket_untaken', 'order_approval', 'incident']) not valid;
