create table customers (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  name text check (char_length(name) between 1 and 200),
  email text check (email = lower(email) and char_length(email) <= 320),
  phone text,
  shopify_customer_id text,
  total_orders int not null default 0 check (total_orders >= 0),
  total_spent numeric(12, 2) not null default 0,
  last_order_date timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id)
);
create unique index customers_email on customers (client_id, email);
create unique index customers_shopify on customers (client_id, shopify_customer_id);
call protect_tenant_table('customers');

create table ticket_number_counters (
  client_id uuid primary key references clients (id) on delete cascade,
  last_number int not null
);
call protect_tenant_table('ticket_number_counters');

create table support_tickets (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  ticket_number int not null check (ticket_number > 0),
  subject text not null check (char_length(subject) between 1 and 255),
  description text not null,
  preview text not null check (char_length(preview) <= 160),
  status text not null default 'open'
    check (status in ('open', 'in-progress', 'pending', 'resolved', 'closed', 'urgent')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
  category text not null default 'General'
    check (category in ('General', 'Shipping', 'Returns & Refunds', 'Product Support', 'Account', 'Billing')),
  labels text[] not null default '{}',
  source text not null check (source in ('email', 'agent', 'import')),
  customer_id uuid,
  assigned_to uuid,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  due_date timestamptz(3),
  message_count int not null default 0 check (message_count >= 0),
  note_count int not null default 0 check (note_count >= 0),
  attachment_count int not null default 0 check (attachment_count >= 0),
  is_archived boolean not null generated always as (status in ('resolved', 'closed')) stored,
  -- The first two steps of the list's order (spec part 1, section 2.7) as one number.
  urgency smallint not null generated always as
    (case when status = 'urgent' then 2 else 0 end + case when priority = 'urgent' then 1 else 0 end) stored,
  primary key (client_id, id),
  unique (client_id, ticket_number),
  foreign key (client_id, customer_id) references customers (client_id, id) on delete set null (customer_id),
  foreign key (client_id, assigned_to) references users (client_id, id) on delete set null (assigned_to),
  foreign key (client_id, created_by) references users (client_id, id) on delete set null (created_by)
);
create index support_tickets_list on support_tickets (client_id, is_archived, urgency desc, created_at desc, id desc);
create index support_tickets_by_status on support_tickets (client_id, status, urgency desc, created_at desc, id desc);
create index support_tickets_customer on support_tickets (client_id, customer_id);
create index support_tickets_assigned on support_tickets (client_id, assigned_to) where assigned_to is not null;
create index support_tickets_text on support_tickets
  using gin (client_id, lower(subject || chr(10) || description) gin_trgm_ops);
call protect_tenant_table('support_tickets');

-- How many tickets there are of each kind: appended with every change, folded by a job, summed to be read.
create table ticket_count_deltas (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id bigint generated always as identity,
  status text not null,
  priority text not null,
  category text not null,
  delta int not null,
  primary key (client_id, id)
);
call protect_tenant_table('ticket_count_deltas');

create function count_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.priority, old.category) = (new.status, new.priority, new.category) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into ticket_count_deltas (client_id, status, priority, category, delta)
      values (old.client_id, old.status, old.priority, old.category, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into ticket_count_deltas (client_id, status, priority, category, delta)
      values (new.client_id, new.status, new.priority, new.category, 1);
  end if;
  return null;
end $$;
create trigger tickets_counted after insert or update of status, priority, category or delete on support_tickets
  for each row execute function count_ticket();

create table ticket_activities (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  ticket_id uuid not null,
  actor_id uuid,
  kind text not null check (kind in ('created', 'status_changed', 'reopened', 'note_added', 'replied')),
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, actor_id) references users (client_id, id) on delete set null (actor_id)
);
create index ticket_activities_ticket on ticket_activities (client_id, ticket_id, created_at);
call protect_tenant_table('ticket_activities');

-- Under row-level security `like` is not leakproof, so PostgreSQL would read the whole tenant whatever index there is.
-- This function filters by the tenant itself and gives back ids only, in the list's order. It is planned anew for every
-- search, because a rare word wants the trigram index and a common one wants to walk the list.
create function search_tickets(
  pattern text, number int, archived boolean, statuses text[], priorities text[], categories text[], customer uuid,
  after_urgency smallint, after_created timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select id from support_tickets
     where client_id = current_setting(''app.client_id'')::uuid and is_archived = $3 and (lower(subject || chr(10) || description) like $1'
    || case when number is not null then ' or ticket_number = $2' else '' end || ')'
    || case when statuses is not null then ' and status = any ($4)' else '' end
    || case when priorities is not null then ' and priority = any ($5)' else '' end
    || case when categories is not null then ' and category = any ($6)' else '' end
    || case when customer is not null then ' and customer_id = $7' else '' end
    || case when after_id is not null then ' and (urgency, created_at, id) < ($8, $9, $10)' else '' end
    || ' order by urgency desc, created_at desc, id desc limit $11'
    using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap;
end $$;
revoke all on function search_tickets from public;
grant execute on function search_tickets to deskhand_app;
