-- Somebody's tickets, and nobody's, stand in each of the list's orders by an index: whose a ticket is stands among its places too,
-- as zeros where it is nobody's, because "is null" in an index's condition would not keep the order.
alter table ticket_places add column holder uuid not null default '00000000-0000-0000-0000-000000000000';

-- Tickets as their tags count them, each tag as it is compared, as ticket_count_deltas does.
create table ticket_tag_deltas (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  tag text not null,
  id bigint generated always as identity,
  is_snoozed boolean not null,
  is_archived boolean not null,
  delta int not null,
  primary key (client_id, tag, id)
);
call protect_tenant_table('ticket_tag_deltas');

do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update ticket_places p set holder = t.assigned_to
      from support_tickets t
      where p.client_id = tenant and t.client_id = tenant and t.id = p.ticket_id and t.assigned_to is not null;
    insert into ticket_tag_deltas (client_id, tag, is_snoozed, is_archived, delta)
      select t.client_id, tagged.tag, t.is_snoozed, t.is_archived, count(*)
      from support_tickets t cross join lateral (select distinct unnest(t.folded_tags) as tag) as tagged
      where t.client_id = tenant and t.labels <> '{}' group by 1, 2, 3, 4;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

create index ticket_places_held_activity
  on ticket_places (client_id, holder, is_archived, is_snoozed, updated_at desc, ticket_id desc);
create index ticket_places_held_waiting
  on ticket_places (client_id, holder, is_archived, is_snoozed, waiting_since, ticket_id);
