-- Working hours and targets (docs/decisions/0120): when a store works, by when it wants to have replied, and until when each ticket has time.
create table calendars (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request makes no second one.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  -- For each day from Monday on its spans, in minutes after midnight: [[[540, 1020]], …].
  week jsonb not null check (jsonb_typeof(week) = 'array' and jsonb_array_length(week) = 7),
  -- Whose public holidays are days off, such as DE and BY.
  country text check (country ~ '^[A-Z]{2}$'),
  region text check (region ~ '^[A-Za-z0-9-]{1,10}$'),
  -- [{"day": "2026-12-25", "name": "Christmas Day", "isHoliday": true}, …]
  days_off jsonb not null check (jsonb_typeof(days_off) = 'array'),
  version integer not null default 1,
  made_by uuid,
  changed_by uuid,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by),
  foreign key (client_id, changed_by) references users (client_id, id) on delete set null (changed_by),
  check (region is null or country is not null)
);
create unique index calendars_name on calendars (client_id, lower(name));
create index calendars_made_by on calendars (client_id, made_by) where made_by is not null;
create index calendars_changed_by on calendars (client_id, changed_by) where changed_by is not null;
call protect_tenant_table('calendars');

create table target_policies (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  is_on boolean not null default false,
  -- The first one whose conditions hold is a ticket's.
  position integer not null,
  version integer not null default 1,
  matches text not null check (matches in ('all', 'any')),
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  first_reply_minutes integer check (first_reply_minutes between 1 and 525600),
  next_reply_minutes integer check (next_reply_minutes between 1 and 525600),
  resolution_minutes integer check (resolution_minutes between 1 and 525600),
  -- Null for around the clock.
  calendar_id uuid,
  -- The statuses in which its clocks stand still.
  pausing text[] not null check (pausing <@ array['open', 'in-progress', 'pending', 'urgent']),
  made_by uuid,
  changed_by uuid,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, calendar_id) references calendars (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by),
  foreign key (client_id, changed_by) references users (client_id, id) on delete set null (changed_by),
  check (num_nonnulls(first_reply_minutes, next_reply_minutes, resolution_minutes) > 0)
);
create unique index target_policies_name on target_policies (client_id, lower(name));
create index target_policies_on on target_policies (client_id, position) where is_on;
create index target_policies_calendar on target_policies (client_id, calendar_id) where calendar_id is not null;
create index target_policies_made_by on target_policies (client_id, made_by) where made_by is not null;
create index target_policies_changed_by on target_policies (client_id, changed_by) where changed_by is not null;
call protect_tenant_table('target_policies');

-- Until when a ticket has time, by each of its clocks. Lists and notifications read these; what they say is computed from the trail.
create table ticket_clocks (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  clock text not null check (clock in ('first_reply', 'next_reply', 'resolution')),
  -- No foreign key: the domain of policies comes after the one of tickets, and takes these along when it removes one.
  policy_id uuid not null,
  began_at timestamptz(3) not null,
  -- Null while it is paused with time left, and where no working hours come.
  due_at timestamptz(3),
  risk_at timestamptz(3),
  is_paused boolean not null,
  -- The time left while it is paused, in milliseconds.
  left_ms bigint,
  -- What people and rules were told of it, and when they are told the next thing.
  told text not null default 'nothing' check (told in ('nothing', 'at_risk', 'breached')),
  tells_at timestamptz(3),
  primary key (client_id, ticket_id, clock),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  check (risk_at <= due_at),
  check (is_paused = (left_ms is not null))
);
create index ticket_clocks_due on ticket_clocks (client_id, due_at) where due_at is not null;
create index ticket_clocks_risk on ticket_clocks (client_id, risk_at, due_at) where risk_at is not null;
create index ticket_clocks_tells on ticket_clocks (client_id, tells_at) where tells_at is not null;
call protect_tenant_table('ticket_clocks');

-- A store whose clocks are computed anew, as its hours or policies changed: how far that is.
create table target_refreshes (
  client_id uuid primary key default current_client_id() references clients (id) on delete cascade,
  after_ticket uuid not null
);
call protect_tenant_table('target_refreshes');

-- The nearest of them, for the order of the list.
alter table ticket_places add column due_at timestamptz(3) not null default 'infinity';

alter table desk_preferences drop constraint desk_preferences_sort_check;
alter table desk_preferences add constraint desk_preferences_sort_check
  check (sort in ('priority', 'activity', 'waiting', 'due'));

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply', 'ticket_assigned',
  'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'target_at_risk', 'target_breached',
  'store_notice', 'store_export', 'ticket_untaken'));
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array['new_ticket',
  'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended',
  'target_at_risk', 'target_breached', 'store_notice', 'store_export', 'ticket_untaken']);

alter table rules drop constraint rules_trigger_check;
alter table rules add constraint rules_trigger_check check (trigger in ('created', 'customer_wrote', 'answered', 'changed',
  'since_created', 'since_customer', 'since_answer', 'since_pending', 'target_at_risk', 'target_breached'));
