-- Tickets are searched by one document each, which the worker makes of everything that a ticket is found by. The functions that the
-- index calls stand in db/functions as well.
create function stretch_mark(client uuid, stretch int) returns text
  language sql immutable parallel safe
  return right(client::text, 6) || lpad(to_hex(stretch), 4, '0');
create function search_stretch(ticket_number int) returns int
  language sql immutable parallel safe
  return ticket_number / 16384;
create function search_keys(client uuid, ticket_number int, words tsvector) returns tsvector
  language plpgsql immutable parallel safe cost 20000 as $$
declare
  mark constant text := public.stretch_mark(client, public.search_stretch(ticket_number));
begin
  return array_to_tsvector(array(
    select mark || word from unnest(tsvector_to_array(words)) as word
    union all
    select mark || '^' || word from unnest(tsvector_to_array(ts_filter(words, '{a}'))) as word));
end $$;

-- Read row by row along the newest as well, so what is long lies apart.
create table ticket_words (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  ticket_number int not null,
  words tsvector not null,
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
call protect_tenant_table('ticket_words');
create index ticket_words_keys on ticket_words using gin (search_keys(client_id, ticket_number, words)) with (gin_pending_list_limit = 1024);
-- Gathering them for the planner would compute the keys of every row.
alter index ticket_words_keys alter column 1 set statistics 0;
create index ticket_words_newest on ticket_words (client_id, ticket_number desc);

-- Tickets whose document is no longer what they say, and customers all of whose tickets are; only added to by those who write, so that
-- nobody waits for anybody.
create table search_waiting (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id bigint generated always as identity,
  ticket_id uuid,
  customer_id uuid,
  primary key (client_id, id),
  check (num_nonnulls(ticket_id, customer_id) = 1)
);
call protect_tenant_table('search_waiting');

-- The words of a tenant's tickets, to find those that are spelled nearly so; and, behind "=", the languages they are in.
create table search_vocabulary (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  word text not null collate "C",
  primary key (client_id, word)
);
call protect_tenant_table('search_vocabulary');
create index search_vocabulary_parts on search_vocabulary using gin (client_id, word gin_trgm_ops);

-- The owner, as whom searches run, reads all and keeps to the transaction's tenant itself (0010).
create policy search on ticket_words for select to current_user using (true);
create policy search on search_waiting for select to current_user using (true);
create policy search on search_vocabulary for select to current_user using (true);

create index ticket_orders_number on ticket_orders (client_id, order_number);
drop index support_tickets_words;
drop index ticket_messages_words;

-- What there is waits to be read, the newest first; until it is, it is found by subject and first message, as before.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    insert into search_waiting (ticket_id) select id from support_tickets where client_id = tenant order by ticket_number;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
