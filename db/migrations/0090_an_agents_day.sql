-- What makes a list of tickets one to work through: who has the last word, what waits for a time of its own, what is one with
-- another.
alter table support_tickets
  -- Since when the customer has the last word; null while a colleague has it, or nobody wrote.
  add column waiting_since timestamptz(3),
  -- Of the customer's newest message, but for automatic ones: its time, and its preview where they wrote after the opening.
  add column customer_wrote_at timestamptz(3),
  add column newest_words text check (char_length(newest_words) <= 160),
  -- 'infinity' is until the customer answers.
  add column snoozed_until timestamptz(3),
  -- It came back from a snooze, and nobody took it up since.
  add column woken_at timestamptz(3),
  add column merged_into_id uuid;

-- The first steps of the list's order as one number; an archive has none, as it shows the newest first. A ticket that is done
-- is not put off.
drop index support_tickets_list, support_tickets_by_status;
alter table support_tickets drop column urgency;
alter table support_tickets
  add column urgency smallint not null generated always as (
    case when status in ('resolved', 'closed') then 0
      else case when status = 'urgent' then 4 else 0 end + case when priority = 'urgent' then 2 else 0 end
        + case when woken_at is not null then 1 else 0 end
    end) stored,
  add column is_snoozed boolean not null generated always as (snoozed_until is not null and status not in ('resolved', 'closed')) stored;
alter table support_tickets add constraint support_tickets_merged_into_fkey
  foreign key (client_id, merged_into_id) references support_tickets (client_id, id) on delete set null (merged_into_id);
alter table support_tickets add constraint support_tickets_merged_check check (merged_into_id <> id);
create index support_tickets_merged on support_tickets (client_id, merged_into_id) where merged_into_id is not null;
create index support_tickets_snoozed on support_tickets (client_id, snoozed_until) where snoozed_until is not null;

create index support_tickets_list
  on support_tickets (client_id, is_archived, is_snoozed, urgency desc, created_at desc, id desc);
create index support_tickets_by_status
  on support_tickets (client_id, status, is_snoozed, urgency desc, created_at desc, id desc);
-- Somebody's, and nobody's, in the list's order. "is null" in an index's condition would not keep that order.
drop index support_tickets_assigned;
create index support_tickets_assigned
  on support_tickets (client_id, assigned_to, is_archived, is_snoozed, urgency desc, created_at desc, id desc)
  where assigned_to is not null;
create index support_tickets_unassigned
  on support_tickets (client_id, is_archived, is_snoozed, urgency desc, created_at desc, id desc) where assigned_to is null;

-- Where each ticket stands in the orders that change with every message, apart from it: an index on the ticket itself would make
-- each message write all of the ticket's indexes anew. `waiting_since` is 'infinity' where nobody waits for an answer.
create table ticket_places (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  is_archived boolean not null,
  is_snoozed boolean not null,
  urgency smallint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  waiting_since timestamptz(3) not null,
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
) with (fillfactor = 80);
call protect_tenant_table('ticket_places');

-- Tickets as others' queues count them, as ticket_count_deltas does: nobody's have no `assigned_to`.
create table ticket_queue_deltas (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id bigint generated always as identity,
  assigned_to uuid,
  is_waiting boolean not null,
  is_snoozed boolean not null,
  is_archived boolean not null,
  delta int not null,
  primary key (client_id, id)
);
call protect_tenant_table('ticket_queue_deltas');
alter table ticket_count_deltas add column is_snoozed boolean not null default false;

-- The newest words of a ticket's customer that somebody has seen.
create table ticket_reads (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  ticket_id uuid not null,
  read_until timestamptz(3) not null,
  primary key (client_id, user_id, ticket_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index ticket_reads_ticket on ticket_reads (client_id, ticket_id);
call protect_tenant_table('ticket_reads');

alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check check (kind in ('created', 'status_changed',
  'reopened', 'note_added', 'replied', 'customer_replied', 'assigned', 'priority_changed', 'category_changed',
  'tags_changed', 'due_date_changed', 'subject_changed', 'order_changed', 'snoozed', 'woken', 'merged', 'unmerged',
  'message_moved', 'message_received'));

-- What was there before.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update support_tickets t set waiting_since = said.waiting_since, customer_wrote_at = said.wrote_at,
        -- As the preview of a message is made, without its finer points.
        newest_words = case when said.wrote_at > said.began_at
          then coalesce(nullif(left(btrim(regexp_replace(left(newest.content, 2000), '(^|\n)>[^\n]*|\s+', ' ', 'g')), 150), ''), 'No preview available') end
      from (
        select m.ticket_id, min(m.created_at) as began_at,
          max(m.created_at) filter (where m.is_from_customer and not m.is_automatic) as wrote_at,
          min(m.created_at) filter (where m.is_from_customer and not m.is_automatic
            and (answered.at is null or m.created_at > answered.at)) as waiting_since
        from ticket_messages m
        left join (
          select a.ticket_id, max(a.created_at) as at from ticket_messages a
          where a.client_id = tenant and a.message_type = 'email' and not a.is_from_customer and not a.is_automatic group by 1
        ) as answered on answered.ticket_id = m.ticket_id
        where m.client_id = tenant and m.message_type = 'email' group by 1
      ) as said
      left join lateral (
        select n.content from ticket_messages n
        where n.client_id = tenant and n.ticket_id = said.ticket_id and n.message_type = 'email' and n.is_from_customer
          and not n.is_automatic order by n.created_at desc, n.id desc limit 1
      ) as newest on true
      where t.client_id = tenant and t.id = said.ticket_id and said.wrote_at is not null;
    insert into ticket_places (client_id, ticket_id, is_archived, is_snoozed, urgency, created_at, updated_at, waiting_since)
      select client_id, id, is_archived, false, urgency, created_at, updated_at,
        case when is_archived then 'infinity' else coalesce(waiting_since, 'infinity') end
      from support_tickets where client_id = tenant;
    insert into ticket_queue_deltas (client_id, assigned_to, is_waiting, is_snoozed, is_archived, delta)
      select client_id, assigned_to, waiting_since is not null and not is_archived, false, is_archived, count(*)
      from support_tickets where client_id = tenant group by 1, 2, 3, 4, 5;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

create index ticket_places_newest on ticket_places (client_id, updated_at desc, ticket_id desc);
create index ticket_places_activity
  on ticket_places (client_id, is_archived, is_snoozed, updated_at desc, ticket_id desc);
create index ticket_places_waiting on ticket_places (client_id, is_archived, is_snoozed, waiting_since, ticket_id);
create index ticket_places_needing on ticket_places (client_id, is_snoozed, urgency desc, created_at desc, ticket_id desc)
  where waiting_since < 'infinity';

drop trigger tickets_update_time on support_tickets;
drop function keep_update_time;
drop table ticket_update_times;
