-- What the conditions of rules look at: for each occasion its ticket, the message that it is about (else the customer's newest) and,
-- where a condition asks for them, its files and the customer's orders. A colleague's choice of an order comes before the newest.
select given.place, t.id, t.ticket_number as "ticketNumber", t.subject, t.status, t.is_archived as "isArchived", t.priority,
  t.category, t.labels as tags, t.snoozed_until as "snoozedUntil",
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as assignee,
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as team,
  case when t.merged_into_id is not null then (select json_build_object('id', root.id, 'ticketNumber', root.ticket_number)
    from support_tickets root where root.id = ticket_root(t.id)) end as "mergedInto",
  coalesce(left(m.content, :textRead), '') as text, coalesce(m.written_from, m.author_email, '') as sender,
  coalesce((select array_agg(r.email) from message_recipients r
    where r.client_id = m.client_id and r.message_id = m.id and r.kind in ('to', 'cc', 'bcc')), '{}') as recipients,
  iso(coalesce(given.until, (select a.created_at from ticket_activities a
    where :withTime and a.client_id = t.client_id and a.id = given.step_id), clock_timestamp())) as at, iso(t.created_at) as "createdAt",
  :broughtFacts as brought,
  coalesce(f.names, '{}') as files, coalesce(s.spend, 0)::float8 as spend,
  case when o.id is not null then json_build_object('total', coalesce(o.total_price, 0)::float8,
    'payment', coalesce(o.financial_status, ''), 'fulfillment', coalesce(o.fulfillment_status, 'unfulfilled'),
    'country', coalesce(o.shipping_address ->> 'country', ''),
    'skus', coalesce((select json_agg(i.sku) from shopify_order_line_items i
      where i.client_id = o.client_id and i.order_id = o.id and i.sku is not null), '[]')) end as "order"
from jsonb_to_recordset(:asked::jsonb) given (place int, ticket_id uuid, message_id uuid, until timestamptz, step_id uuid)
join support_tickets t on t.id = given.ticket_id
left join users u on u.client_id = t.client_id and u.id = t.assigned_to
left join teams g on g.client_id = t.client_id and g.id = t.team_id
left join lateral (select m.content, m.author_email, m.written_from, m.id, m.client_id from ticket_messages m
  where m.ticket_id = t.id and (m.id = given.message_id
    or (given.message_id is null and m.is_from_customer and m.message_type = 'email'
      and (given.until is null or m.created_at <= given.until)))
  order by m.created_at desc, m.id desc limit 1) m on true
left join lateral (select array_agg(a.filename) as names from ticket_attachments a
  where a.client_id = m.client_id and a.message_id = m.id and not a.is_inline) f on :withFiles
left join lateral (select sum(o.total_price - o.total_refunded) as spend from shopify_orders o
  where (o.customer_id = t.customer_id or o.email = any (addresses_of(t.customer_id)))
    and o.cancelled_at is null and not o.is_test) s on :withOrders
left join lateral (select o.total_price, o.financial_status, o.fulfillment_status, o.shipping_address, o.id, o.client_id
  from shopify_orders o left join ticket_orders chosen on chosen.ticket_id = t.id
  where o.customer_id = t.customer_id or o.email = any (addresses_of(t.customer_id))
  order by (chosen.order_number is not null and chosen.order_number in (o.name, o.order_number)) desc,
    o.shopify_created_at desc, o.id desc limit 1) o on :withOrders
