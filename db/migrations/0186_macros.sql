-- Macros: canned responses with actions (docs/decisions/0121).
alter table canned_responses
  add column actions jsonb not null default '[]' check (jsonb_typeof(actions) = 'array'),
  -- Whose own it is, which nobody else sees; null for one of the whole store.
  add column owner_id uuid,
  drop constraint canned_responses_content_check,
  add constraint canned_responses_content_check
    check (char_length(content) <= 10000 and (content <> '' or actions <> '[]')),
  -- All are null, and a check of what is there would run under the policies.
  add foreign key (client_id, owner_id) references users (client_id, id) on delete cascade not valid;

-- The keys that people gave to responses, each for themselves.
create table canned_response_keys (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  response_id uuid not null,
  key text not null check (key ~ '^[a-z0-9]$'),
  primary key (client_id, user_id, response_id),
  unique (client_id, user_id, key),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  foreign key (client_id, response_id) references canned_responses (client_id, id) on delete cascade
);
create index canned_response_keys_response on canned_response_keys (client_id, response_id);
call protect_tenant_table('canned_response_keys');

-- On how many tickets responses were used, by month.
create table canned_response_uses (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  response_id uuid not null,
  month date not null,
  tickets integer not null check (tickets > 0),
  primary key (client_id, response_id, month),
  foreign key (client_id, response_id) references canned_responses (client_id, id) on delete cascade
);
call protect_tenant_table('canned_response_uses');

-- What a macro that was run without a reply did, for a day: a request that is repeated gets it again and does nothing.
create table macro_runs (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- All parts of a change of many tickets have one key.
  key uuid not null,
  first_ticket_id uuid not null,
  run_by uuid not null,
  results jsonb not null,
  ran_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, key, first_ticket_id),
  foreign key (client_id, run_by) references users (client_id, id) on delete cascade
);
create index macro_runs_by on macro_runs (client_id, run_by);
create index macro_runs_old on macro_runs (client_id, ran_at);
call protect_tenant_table('macro_runs');

alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check check (kind = any (array['created', 'status_changed',
  'reopened', 'note_added', 'replied', 'forwarded', 'customer_replied', 'assigned', 'priority_changed', 'category_changed', 'tags_changed',
  'due_date_changed', 'subject_changed', 'order_changed', 'customer_changed', 'snoozed', 'woken', 'merged', 'unmerged', 'message_moved',
  'message_received', 'team_changed', 'left_out'])) not valid;
