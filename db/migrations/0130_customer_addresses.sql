-- All addresses of customers, the main one included, which customers.email is: an address is one customer's. Those of customers who
-- were here before come by the next migration.
create table customer_addresses (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  customer_id uuid not null,
  -- The customer whose it was before they were joined with this one.
  came_with uuid,
  added_at timestamptz(3) not null default now(),
  primary key (client_id, email),
  foreign key (client_id, customer_id) references customers (client_id, id) on delete cascade
);
create index customer_addresses_customer on customer_addresses (client_id, customer_id);
call protect_tenant_table('customer_addresses');
create policy search on customer_addresses for select to current_user using (true);

-- What a customer is searched in has their other addresses as well, which no column of theirs has: a trigger writes it from now on
-- (keep-addresses.sql), and until the functions are applied nobody has others.
alter table customers alter column search_text drop expression;
alter table customers alter column search_text set default '';

create or replace function keep_customer_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_line(coalesce(new.name, '') || chr(10) || coalesce(new.email, ''));
  return new;
end $$;
create trigger customer_text_kept before insert or update of name, email on customers for each row execute function keep_customer_text();

-- From here on each main address stands in the table; the next migration need not look at what comes meanwhile.
create or replace function keep_main_address() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if new.email is not null then
    insert into customer_addresses (client_id, email, customer_id) values (new.client_id, new.email, new.id)
      on conflict (client_id, email) do nothing;
    if not found then
      select a.customer_id into owner from customer_addresses a where a.client_id = new.client_id and a.email = new.email;
      if owner is distinct from new.id then
        raise exception 'The address is another customer''s' using errcode = 'unique_violation';
      end if;
      return null;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.email is not null and old.email is distinct from new.email then
    delete from customer_addresses a where a.client_id = new.client_id and a.email = old.email and a.customer_id = new.id;
  end if;
  return null;
end $$;
create trigger main_address_kept after insert or update of email on customers for each row execute function keep_main_address();
