-- What is done outside and is no mail, and the webhooks that rules send to (docs/decisions/0124).
create table effects (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Sent along, so that the receiver can tell a repetition.
  id uuid not null,
  kind text not null check (kind in ('webhook')),
  -- What it is done to, such as a webhook's id.
  target_id uuid not null,
  ticket_id uuid,
  -- What to do, without personal data: that is read when it is done.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  -- Who or what caused it, by the name at the time.
  cause_kind text not null check (cause_kind in ('person', 'rule', 'key', 'import', 'system')),
  cause_name text not null check (char_length(cause_name) <= 200),
  -- planned: waits for due_at · sent: on its way until due_at, when it counts as broken off and is tried again ·
  -- done · refused: will not be done · unknown: was perhaps done, as its last try was never answered.
  state text not null default 'planned' check (state in ('planned', 'sent', 'done', 'refused', 'unknown')),
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz(3) not null default clock_timestamp(),
  -- Since when it is tried: a replay begins anew.
  begun_at timestamptz(3) not null default clock_timestamp(),
  created_at timestamptz(3) not null default clock_timestamp(),
  changed_at timestamptz(3) not null default clock_timestamp(),
  -- What the other side said last, or why there was no answer.
  answer text check (char_length(answer) <= 500),
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete set null (ticket_id)
);
create index effects_due on effects (due_at) where state in ('planned', 'sent');
create index effects_newest on effects (client_id, target_id, created_at desc, id desc);
create index effects_ticket on effects (client_id, ticket_id) where ticket_id is not null;
create index effects_old on effects (client_id, changed_at) where state not in ('planned', 'sent');
call protect_tenant_table('effects');
-- For stores_with_due_effects, which runs as the owner.
create policy due on effects for select to current_user using (true);

create table webhooks (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request makes no second one.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  url text not null check (char_length(url) <= 2000),
  -- Sealed: what signs its deliveries.
  secret bytea not null,
  made_by uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by)
);
create unique index webhooks_name on webhooks (client_id, lower(name));
create index webhooks_made_by on webhooks (client_id, made_by) where made_by is not null;
call protect_tenant_table('webhooks');
