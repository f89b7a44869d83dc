-- What reports count (docs/decisions/0131): what happened on each ticket, as its trail says it, and the sums of all tickets.

-- What happened, one row for each time. Computed from a ticket's trail as a whole and replaced where that says something else.
create table ticket_facts (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- No foreign key: a deleted ticket's rows are taken from the sums first, within a second.
  ticket_id uuid not null,
  -- The figure that it counts for.
  kind text not null check (char_length(kind) between 1 and 40),
  -- Tells apart what happened several times.
  n integer not null check (n >= 0),
  at timestamptz(3) not null,
  -- Until when it lasted, for what lasts; null while it still does.
  until timestamptz(3),
  -- Whose it is: a person's id, "left:" and the name of somebody who left, or empty for nobody.
  person text not null default '' check (char_length(person) <= 120),
  -- How long it took, and how much of that was working time.
  seconds integer check (seconds >= 0),
  working integer check (working >= 0),
  primary key (client_id, ticket_id, kind, n),
  check (until >= at)
);
create index ticket_facts_at on ticket_facts (client_id, kind, at) include (ticket_id, person, seconds, working);
create index ticket_facts_until on ticket_facts (client_id, kind, until) include (ticket_id, person) where until is not null;
create index ticket_facts_person on ticket_facts (client_id, person) include (ticket_id) where person <> '';
call protect_tenant_table('ticket_facts');

-- By what the figures of a ticket can be divided, such as tag:vip; "tag:" says that it has none.
create table ticket_traits (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  traits text[] not null,
  primary key (client_id, ticket_id)
);
call protect_tenant_table('ticket_traits');

-- Tickets that changed since their facts were computed, or all of a person who left.
create table facts_waiting (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id bigint generated always as identity,
  ticket_id uuid,
  person_id uuid,
  primary key (client_id, id),
  check (num_nonnulls(ticket_id, person_id) = 1)
);
call protect_tenant_table('facts_waiting');

-- How much happened on each day of the store's clocks: of all tickets (an empty trait), and of those with each trait.
create table figure_sums (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- "…/end" counts what ended then, and "…/working" has its buckets by working time.
  kind text collate "C" not null check (char_length(kind) between 1 and 50),
  trait text collate "C" not null check (char_length(trait) <= 150),
  day date not null,
  -- Of its time (duration_bucket); -1 for what has none.
  bucket smallint not null,
  count integer not null,
  seconds bigint not null,
  primary key (client_id, kind, trait, day, bucket) include (count, seconds)
);
call protect_tenant_table('figure_sums');

-- How much happened in each quarter of an hour, as the clocks of some zones are half an hour or 45 minutes apart.
create table figure_quarters (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  kind text collate "C" not null check (char_length(kind) between 1 and 50),
  at timestamptz(0) not null,
  count integer not null,
  primary key (client_id, kind, at) include (count)
);
call protect_tenant_table('figure_quarters');

-- By which clocks a store's sums are kept, and after which ticket the older ones are still to be counted; null once all are.
create table figure_states (
  client_id uuid primary key default current_client_id() references clients (id) on delete cascade,
  time_zone text not null,
  filled_to uuid
);
call protect_tenant_table('figure_states');

-- The working hours and the targets that held since a time, so that a change of them changes no earlier figure.
create table figure_settings (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  since timestamptz(3) not null,
  -- Null for around the clock.
  hours jsonb,
  policies jsonb not null check (jsonb_typeof(policies) = 'array'),
  primary key (client_id, since)
);
call protect_tenant_table('figure_settings');
