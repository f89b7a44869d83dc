-- One result more than is shown of each kind, best first: a row for each ticket, which carries the customers and orders; without
-- tickets one row with these alone.
with people as materialized (
  select id, fit, rank from find_customers(:words, :cap) with ordinality as f (id, fit, rank)
),
-- Customers whose name or address merely contains the letters somewhere add no orders.
fitting as materialized (
  select coalesce(array_agg(id order by rank), '{}') as ids from people where fit < 3
)
select others.customers, others.orders, :card, t.found_in as "foundIn",
  case when t.found_in = 'text' then left(t.description, :foundLength) else left(m.content, :foundLength) end as "foundText"
from (
  select
    (select coalesce(json_agg(json_build_object(
        'id', c.id, 'name', c.name, 'email', c.email, 'totalOrders', c.total_orders) order by f.rank), '[]')
      from people f join customers c on c.id = f.id) as customers,
    (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name,
        'customer', case when c.id is not null then json_build_object('name', c.name, 'email', c.email) end, 'email', o.email,
        'totalPrice', o.total_price::text, 'currency', o.currency, 'createdAt', iso(o.shopify_created_at)) order by f.rank), '[]')
      from find_orders(:words, (select ids from fitting), :cap) with ordinality as f (id, fit, rank)
      join shopify_orders o on o.id = f.id
      left join customers c on c.id = o.customer_id) as orders
) as others
left join (
  select f.rank, f.found_in, f.message_id, t.*
  from find_tickets(:wanted, :cap) with ordinality as f (id, found_in, message_id, rank)
  join support_tickets t on t.id = f.id
) as t on true
left join customers c on c.id = t.customer_id
left join ticket_reads r on r.client_id = t.client_id and r.ticket_id = t.id and r.user_id = :reader
left join ticket_messages m on m.id = t.message_id
order by t.rank
