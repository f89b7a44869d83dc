-- Stores an order's searched text, its own and its customer's, and updates it with the customer. A transaction that
-- writes an order waits for one that changes its customer, and vice versa: otherwise each would miss the other's
-- change.
create or replace function keep_order_text() returns trigger language plpgsql as $$
begin
  new.search_text := order_text(new) || coalesce((
    select c.search_text from customers c where c.client_id = new.client_id and c.id = new.customer_id for share), '');
  return new;
end $$;
create or replace trigger orders_text_kept before insert or update of order_number, name, email, customer_id on shopify_orders
  for each row execute function keep_order_text();

create or replace function keep_text_of_orders() returns trigger language plpgsql as $$
begin
  update shopify_orders o
    set search_text = order_text(o) || new.search_text
    where o.client_id = new.client_id and o.customer_id = new.id;
  return null;
end $$;
create or replace trigger text_of_orders_kept after update of name, email, search_text on customers for each row
  when (old.search_text is distinct from new.search_text) execute function keep_text_of_orders();
