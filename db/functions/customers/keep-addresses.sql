-- Returns what finds a customer: name and all addresses, the main one first.
create or replace function keep_customer_text() returns trigger language plpgsql as $$
declare
  others text[] := array(select a.email from customer_addresses a
    where a.client_id = new.client_id and a.customer_id = new.id and a.email is distinct from new.email order by a.email);
begin
  -- A replaced main address disappears with this very change.
  if tg_op = 'UPDATE' and old.email is distinct from new.email and not exists (select from customer_addresses a
      where a.client_id = new.client_id and a.customer_id = new.id and a.email = new.email) then
    others := array_remove(others, old.email);
  end if;
  others := others || shown_domains(array_to_string(array[new.email] || others, chr(10)));
  new.search_text := search_line(array_to_string(array[coalesce(new.name, ''), coalesce(new.email, '')] || others, chr(10)));
  return new;
end $$;
create or replace trigger customer_text_kept before insert or update of name, email, search_text on customers
  for each row execute function keep_customer_text();

-- Keeps the main address among a customer's addresses. A new one replaces it, or both stay if it is already theirs.
-- Raises a unique violation for an address that another customer has by now: the retried transaction finds that
-- customer.
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
create or replace trigger main_address_kept after insert or update of email on customers
  for each row execute function keep_main_address();

-- A further address is one more text that finds the customer, their tickets and orders.
create or replace function note_address() returns trigger language plpgsql as $$
begin
  update customers c set search_text = '' where c.client_id = coalesce(new.client_id, old.client_id)
    and c.id = coalesce(new.customer_id, old.customer_id) and c.email is distinct from coalesce(new.email, old.email);
  if tg_op = 'UPDATE' then
    update customers c set search_text = '' where c.client_id = old.client_id and c.id = old.customer_id;
  end if;
  return null;
end $$;
-- An address that a trigger keeps is the main one, which the customer's own row says already. To look for what is left to
-- change there cost an import the reading of all customers before, for each of them.
create or replace trigger address_noted after insert or delete or update of customer_id on customer_addresses
  for each row when (pg_trigger_depth() = 0) execute function note_address();
