-- What is told to a tenant's screens. Numbered without gaps, in the order of commits: the number is given by a trigger
-- that runs at commit, under the counter's lock, because a plain sequence would show 8 before 7 has committed.
create table event_counters (
  client_id uuid primary key references clients (id) on delete cascade,
  last_number bigint not null
);
create table events (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  number bigint,
  type text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id)
);
create unique index events_number on events (client_id, number);
create index events_created on events (created_at);
call protect_tenant_table('event_counters');
call protect_tenant_table('events');

create function number_event() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  insert into event_counters as counter (client_id, last_number) values (new.client_id, 1)
    on conflict (client_id) do update set last_number = counter.last_number + 1
    returning last_number into given;
  update events set number = given where client_id = new.client_id and id = new.id;
  perform pg_notify('deskhand_events', json_build_object(
    'clientId', new.client_id, 'number', given, 'type', new.type, 'payload', new.payload)::text);
  return null;
end $$;
create constraint trigger events_numbered after insert on events
  deferrable initially deferred for each row execute function number_event();

-- Bytes of attachments, in chunks, written with what refers to them.
create table files (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id)
);
create table file_chunks (
  client_id uuid not null default current_client_id(),
  file_id uuid not null,
  position int not null check (position >= 0),
  bytes bytea not null,
  primary key (client_id, file_id, position),
  foreign key (client_id, file_id) references files (client_id, id) on delete cascade
);
alter table file_chunks alter column bytes set storage external;
call protect_tenant_table('files');
call protect_tenant_table('file_chunks');
