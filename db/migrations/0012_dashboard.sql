-- "Today" is the store's own: midnight is in this zone. One that this database does not know becomes UTC, because whoever
-- signs up is not asked for it and must not fail by it.
alter table clients add column time_zone text not null default 'UTC'
  check (char_length(time_zone) <= 64 and timezone(time_zone, timestamptz '2026-01-01 00:00:00+00') is not null);
create function settle_time_zone() returns trigger language plpgsql as $$
begin
  perform timezone(new.time_zone, now());
  return new;
exception when invalid_parameter_value then
  new.time_zone := 'UTC';
  return new;
end $$;
create trigger clients_time_zone before insert on clients for each row execute function settle_time_zone();

-- What the dashboard counts is a range of an index: tickets of the last week, those whose date is past, changes of status.
create index support_tickets_created on support_tickets (client_id, created_at);
create index support_tickets_due on support_tickets (client_id, due_date) where due_date is not null and not is_archived;
create index ticket_activities_status on ticket_activities (client_id, created_at)
  where kind in ('status_changed', 'reopened');
-- Steps of one transaction stand in the order in which they were made, and those of two in the order of the ticket's lock.
alter table ticket_activities alter column created_at set default clock_timestamp();

-- When each ticket was last updated, apart from it: an index on the ticket's own updated_at would make every message write
-- all of the ticket's indexes anew, that of its text included.
create table ticket_update_times (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  updated_at timestamptz(3) not null,
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index ticket_update_times_newest on ticket_update_times (client_id, updated_at desc, ticket_id desc);
call protect_tenant_table('ticket_update_times');

create function keep_update_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ticket_update_times (client_id, ticket_id, updated_at) values (new.client_id, new.id, new.updated_at);
  else
    update ticket_update_times set updated_at = new.updated_at where client_id = new.client_id and ticket_id = new.id;
  end if;
  return null;
end $$;
create trigger tickets_update_time after insert or update of updated_at on support_tickets
  for each row execute function keep_update_time();

-- How long a customer waited for the first answer, from their first message to an agent's first one after it. An agent's
-- own opening of a ticket answers nobody.
alter table support_tickets add column first_response_at timestamptz(3);
alter table support_tickets add column response_ms bigint check (response_ms >= 0);
alter table support_tickets add check ((first_response_at is null) = (response_ms is null));

create or replace function count_message() returns trigger language plpgsql as $$
declare
  earliest timestamptz;
  asked_at timestamptz;
begin
  if new.message_type = 'internal' then
    update support_tickets set note_count = note_count + 1 where client_id = new.client_id and id = new.ticket_id;
    return null;
  end if;
  update support_tickets set message_count = message_count + 1 where client_id = new.client_id and id = new.ticket_id
    returning first_response_at into earliest;
  if new.is_from_customer or new.is_automatic or earliest <= new.created_at then
    return null;
  end if;
  select min(created_at) into asked_at from ticket_messages
    where client_id = new.client_id and ticket_id = new.ticket_id and message_type = 'email'
      and is_from_customer and not is_automatic and created_at <= new.created_at;
  if asked_at is not null then
    update support_tickets
      set first_response_at = new.created_at, response_ms = extract(epoch from new.created_at - asked_at) * 1000
      where client_id = new.client_id and id = new.ticket_id;
  end if;
  return null;
end $$;

-- Appended with every first response, and taken back with its ticket; a job folds what is older than anybody asks for into
-- one row, whose time is null.
create table ticket_response_deltas (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id bigint generated always as identity,
  responded_at timestamptz(3),
  responses int not null,
  response_ms bigint not null,
  primary key (client_id, id)
);
call protect_tenant_table('ticket_response_deltas');

create function count_response() returns trigger language plpgsql as $$
begin
  if old.first_response_at is not null then
    insert into ticket_response_deltas (client_id, responded_at, responses, response_ms)
      values (old.client_id, old.first_response_at, -1, -old.response_ms);
  end if;
  if tg_op = 'UPDATE' and new.first_response_at is not null then
    insert into ticket_response_deltas (client_id, responded_at, responses, response_ms)
      values (new.client_id, new.first_response_at, 1, new.response_ms);
  end if;
  return null;
end $$;
create trigger tickets_response_counted after update of first_response_at or delete on support_tickets
  for each row execute function count_response();

-- What was there before.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    insert into ticket_update_times (client_id, ticket_id, updated_at)
      select client_id, id, updated_at from support_tickets where client_id = tenant;
    update support_tickets t set first_response_at = first.answered_at, response_ms = extract(epoch from first.answered_at - first.asked_at) * 1000
      from (
        select asked.ticket_id, asked.at as asked_at, min(m.created_at) as answered_at
        from (
          select ticket_id, min(created_at) as at from ticket_messages
          where client_id = tenant and message_type = 'email' and is_from_customer and not is_automatic group by 1
        ) asked
        join ticket_messages m on m.client_id = tenant and m.ticket_id = asked.ticket_id and m.message_type = 'email'
          and not m.is_from_customer and not m.is_automatic and m.created_at >= asked.at
        group by 1, 2
      ) first
      where t.client_id = tenant and t.id = first.ticket_id;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
