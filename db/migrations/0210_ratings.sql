-- What customers say of how they were helped (docs/decisions/0130): whom the store asked about which ticket, and what they rated.
create table ticket_ratings (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- A ticket is asked about once.
  ticket_id uuid not null,
  -- What the link names.
  id uuid not null,
  -- Who was asked.
  customer_id uuid,
  -- Who had the ticket when they were asked: its assignee, else who answered last.
  agent_id uuid,
  team_id uuid,
  -- The language of the mail and of the page.
  language text not null check (char_length(language) between 2 and 10),
  asked_at timestamptz(3) not null default clock_timestamp(),
  score smallint check (score between 1 and 5),
  comment text check (char_length(comment) between 1 and 2000),
  -- When they rated first; the last change and the number of changes besides.
  rated_at timestamptz(3),
  changed_at timestamptz(3),
  changes smallint not null default 0 check (changes between 0 and 20),
  -- The ticket that was merged into this one, by which it came here.
  came_by uuid,
  primary key (client_id, ticket_id),
  unique (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, customer_id) references customers (client_id, id) on delete set null (customer_id),
  foreign key (client_id, agent_id) references users (client_id, id) on delete set null (agent_id),
  foreign key (client_id, team_id) references teams (client_id, id) on delete set null (team_id),
  foreign key (client_id, came_by) references support_tickets (client_id, id) on delete set null (came_by),
  check ((score is null) = (rated_at is null)),
  check (comment is null or score is not null),
  check (changed_at is null or rated_at is not null)
);
create index ticket_ratings_asked on ticket_ratings (client_id, asked_at);
create index ticket_ratings_rated on ticket_ratings (client_id, rated_at, score) where score is not null;
create index ticket_ratings_customer on ticket_ratings (client_id, customer_id, asked_at);
create index ticket_ratings_agent on ticket_ratings (client_id, agent_id) where agent_id is not null;
create index ticket_ratings_team on ticket_ratings (client_id, team_id) where team_id is not null;
create index ticket_ratings_came_by on ticket_ratings (client_id, came_by) where came_by is not null;
call protect_tenant_table('ticket_ratings');

create table rating_settings (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  is_on boolean not null,
  hours integer not null check (hours > 0),
  pause_days integer not null check (pause_days between 1 and 365),
  asks_after_complaints boolean not null,
  -- Names and addresses of review sites, in their order.
  review_links jsonb not null check (jsonb_typeof(review_links) = 'array'),
  -- The rule that asks.
  rule_id uuid,
  version integer not null default 1,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id),
  foreign key (client_id, rule_id) references rules (client_id, id) on delete set null (rule_id)
);
create index rating_settings_rule on rating_settings (client_id, rule_id) where rule_id is not null;
call protect_tenant_table('rating_settings');

-- A request for a rating counts as the automatic mail that it is, and keeps nobody from being told that a new mail arrived.
alter table acknowledgements add column asked_rating boolean not null default false;

alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check check (kind in ('created', 'status_changed', 'reopened',
  'note_added', 'replied', 'forwarded', 'customer_replied', 'assigned', 'priority_changed', 'category_changed', 'tags_changed',
  'due_date_changed', 'subject_changed', 'order_changed', 'customer_changed', 'snoozed', 'woken', 'merged', 'unmerged',
  'message_moved', 'message_received', 'team_changed', 'left_out', 'order_action', 'rated')) not valid;

alter table rules drop constraint rules_trigger_check;
alter table rules add constraint rules_trigger_check check (trigger in ('created', 'customer_wrote', 'answered', 'changed',
  'since_created', 'since_customer', 'since_answer', 'since_pending', 'since_resolved', 'rated', 'target_at_risk',
  'target_breached')) not valid;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply', 'ticket_assigned',
  'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'target_at_risk', 'target_breached',
  'store_notice', 'store_export', 'ticket_untaken', 'order_approval', 'incident', 'low_rating')) not valid;
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array['new_ticket',
  'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended',
  'target_at_risk', 'target_breached', 'store_notice', 'store_export', 'ticket_untaken', 'order_approval', 'incident',
  'low_rating']) not valid;
