-- Teams: who in a store takes which tickets (docs/decisions/0119).
create table teams (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request makes no second one.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Whether its tickets are given to the member with the fewest, rather than left for somebody to take.
  gives_out boolean not null default false,
  -- Nobody is given a ticket who has this many open ones; null for no limit.
  open_limit smallint check (open_limit between 1 and 1000),
  -- After how long supervisors are told of a ticket that nobody has; null for never.
  tell_after_minutes smallint check (tell_after_minutes between 1 and 1440),
  version integer not null default 1,
  made_by uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by)
);
create unique index teams_name on teams (client_id, lower(name));
create index teams_made_by on teams (client_id, made_by) where made_by is not null;
call protect_tenant_table('teams');

create table team_members (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  team_id uuid not null,
  user_id uuid not null,
  -- When the team gave them a ticket last: of those with equally many, the one who waited longest is next.
  given_at timestamptz(3),
  primary key (client_id, team_id, user_id),
  foreign key (client_id, team_id) references teams (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
create index team_members_user on team_members (client_id, user_id);
call protect_tenant_table('team_members');

-- The people who are away, whom no team gives tickets.
create table away_people (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  since timestamptz(3) not null default clock_timestamp(),
  -- Who said so: themselves, or a supervisor.
  set_by uuid,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  foreign key (client_id, set_by) references users (client_id, id) on delete set null (set_by)
);
create index away_people_set_by on away_people (client_id, set_by) where set_by is not null;
call protect_tenant_table('away_people');

-- When a screen of somebody was last connected.
create table seen_people (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  seen_at timestamptz(3) not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
call protect_tenant_table('seen_people');

-- The team of a ticket, beside its assignee, and of the tickets that a queue counts. No ticket has one yet, so there is nothing to check.
alter table support_tickets add column team_id uuid;
alter table support_tickets add constraint support_tickets_client_id_team_id_fkey foreign key (client_id, team_id)
  references teams (client_id, id) on delete set null (team_id) not valid;
alter table ticket_queue_deltas add column team_id uuid;

-- Active tickets of a team that nobody has, since when, and when supervisors were told of it. Apart from the tickets, so that none of
-- their indexes grows.
create table untaken_tickets (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  since timestamptz(3) not null default clock_timestamp(),
  told_at timestamptz(3),
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index untaken_tickets_since on untaken_tickets (client_id, since);
call protect_tenant_table('untaken_tickets');

alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check
  check (kind in ('created', 'status_changed', 'reopened', 'note_added', 'replied', 'forwarded', 'customer_replied', 'assigned',
    'team_changed', 'priority_changed', 'category_changed', 'tags_changed', 'due_date_changed', 'subject_changed', 'order_changed',
    'customer_changed', 'snoozed', 'woken', 'merged', 'unmerged', 'message_moved', 'message_received')) not valid;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply',
  'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'store_notice', 'store_export',
  'ticket_untaken'));
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array[
  'new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice',
  'snooze_ended', 'store_notice', 'store_export', 'ticket_untaken']);
