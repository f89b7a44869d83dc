-- The filters of the ticket list that somebody keeps by a name. Whoever leaves takes their own along; what they shared stays.
create table saved_views (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  made_by uuid,
  name text not null check (char_length(name) between 1 and 60),
  filter jsonb not null,
  is_shared boolean not null,
  position int not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by)
);
create index saved_views_made on saved_views (client_id, made_by);
create index saved_views_shared on saved_views (client_id) where is_shared;
call protect_tenant_table('saved_views');

-- Of how many tickets a notification tells: a change of many is told once, however many parts it comes in.
alter table notifications add column tickets int not null default 1;
