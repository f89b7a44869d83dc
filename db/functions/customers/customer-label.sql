-- Returns a customer's name for a ticket's trail: looked up on reading, so that the trail keeps nothing of an erased
-- person.
create or replace function customer_label(client uuid, customer uuid) returns text
  language sql stable
  return case when customer is not null then coalesce(
    (select coalesce(nullif(concat_ws(' ', nullif(btrim(c.name), ''), '<' || c.email || '>'), ''), 'a customer without name')
      from (select name, email from customers where client_id = client and id = customer
        union all select name, email from customer_joins where client_id = client and id = customer) as c limit 1),
    'a customer who is gone') end;
