-- Tickets are taken from a deleted team, and from somebody who hands them over, some at a time (docs/decisions/0125).
alter table teams
  -- A team that is being deleted exists for its tickets alone, until the last one is without it.
  add column deleted_at timestamptz(3);

create table ticket_releases (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  -- From which team or person tickets are taken.
  team_id uuid,
  user_id uuid,
  -- What that is called, for the trails of the tickets.
  name text not null check (char_length(name) <= 200),
  -- Who asked for it.
  actor_id uuid,
  -- Of a person, how far it is: their tickets up to this one are done.
  after_ticket uuid not null default '00000000-0000-0000-0000-000000000000',
  -- How many tickets are done, of how many there were at first.
  done integer not null default 0,
  total integer not null,
  moved_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  unique (client_id, team_id),
  unique (client_id, user_id),
  check (num_nonnulls(team_id, user_id) = 1),
  foreign key (client_id, team_id) references teams (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  foreign key (client_id, actor_id) references users (client_id, id) on delete set null (actor_id)
);
create index ticket_releases_actor on ticket_releases (client_id, actor_id) where actor_id is not null;
call protect_tenant_table('ticket_releases');
