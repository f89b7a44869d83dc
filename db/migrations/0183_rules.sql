-- Rules: what people set up to happen to tickets by itself (docs/decisions/0117).
create table rules (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request makes no second one.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  is_on boolean not null default false,
  position integer not null,
  version integer not null default 1,
  trigger text not null check (trigger in ('created', 'customer_wrote', 'answered', 'changed',
    'since_created', 'since_customer', 'since_answer', 'since_pending')),
  delay_hours integer check (delay_hours between 1 and 8760),
  matches text not null check (matches in ('all', 'any')),
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  actions jsonb not null check (jsonb_typeof(actions) = 'array'),
  made_by uuid,
  changed_by uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- It ran too often and was switched off.
  stopped_at timestamptz(3),
  -- A deleted rule stays for the trails that name it; it never runs.
  is_deleted boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by),
  foreign key (client_id, changed_by) references users (client_id, id) on delete set null (changed_by),
  check ((trigger like 'since_%') = (delay_hours is not null)),
  check (not (is_on and (is_deleted or stopped_at is not null)))
);
create unique index rules_name on rules (client_id, lower(name)) where not is_deleted;
create index rules_on on rules (client_id, trigger, position) where is_on;
create index rules_made_by on rules (client_id, made_by) where made_by is not null;
create index rules_changed_by on rules (client_id, changed_by) where changed_by is not null;
call protect_tenant_table('rules');

-- Each definition that a rule had.
create table rule_versions (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  rule_id uuid not null,
  version integer not null,
  definition jsonb not null,
  changed_by uuid,
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, rule_id, version),
  foreign key (client_id, rule_id) references rules (client_id, id) on delete cascade,
  foreign key (client_id, changed_by) references users (client_id, id) on delete set null (changed_by)
);
create index rule_versions_changed_by on rule_versions (client_id, changed_by) where changed_by is not null;
call protect_tenant_table('rule_versions');

-- An occasion on which rules were looked at: a step of a ticket's trail, or a time that came. Its id is the step's.
create table rule_passes (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  ticket_id uuid not null,
  trigger text not null,
  at timestamptz(3) not null default clock_timestamp(),
  is_by_rule boolean not null,
  is_cut boolean not null default false,
  -- The rules whose conditions did not hold: [[rule, version, number of the condition], …].
  skipped jsonb not null,
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index rule_passes_ticket on rule_passes (client_id, ticket_id, at desc);
create index rule_passes_at on rule_passes (client_id, at);
call protect_tenant_table('rule_passes');

-- A rule that ran, once for each occasion.
create table rule_runs (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  rule_id uuid not null,
  version integer not null,
  pass_id uuid not null,
  ticket_id uuid not null,
  ran_at timestamptz(3) not null default clock_timestamp(),
  outcome text not null check (outcome in ('ran', 'unchanged', 'refused', 'stopped')),
  reason text check (char_length(reason) <= 1000),
  primary key (client_id, rule_id, version, pass_id),
  foreign key (client_id, rule_id) references rules (client_id, id) on delete cascade,
  foreign key (client_id, pass_id) references rule_passes (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index rule_runs_pass on rule_runs (client_id, pass_id);
create index rule_runs_ticket on rule_runs (client_id, ticket_id, ran_at);
create index rule_runs_newest on rule_runs (client_id, rule_id, ran_at desc);
call protect_tenant_table('rule_runs');

-- When a rule on time is due for a ticket. It is deleted as it runs, and set again by what it counts from.
create table rule_timers (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  rule_id uuid not null,
  ticket_id uuid not null,
  due_at timestamptz(3) not null,
  primary key (client_id, rule_id, ticket_id),
  foreign key (client_id, rule_id) references rules (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index rule_timers_ticket on rule_timers (client_id, ticket_id);
create index rule_timers_due on rule_timers (client_id, due_at);
call protect_tenant_table('rule_timers');
