-- A page of a view after a cursor. Each row carries the counts; an empty page is one row with the counts alone.
select counts.active, counts.archived, counts.snoozed, counts.matching, :card, t.urgency
from ticket_counts(:isArchived, '{}') as counts
left join lateral (
  select * from support_tickets
  where is_archived = :isArchived and not is_snoozed and (urgency, created_at, id) < (:urgency::smallint, :at::timestamptz, :id::uuid)
  order by urgency desc, created_at desc, id desc
  limit :limit
) as t on true
left join customers c on c.id = t.customer_id
left join ticket_reads r on r.client_id = t.client_id and r.ticket_id = t.id and r.user_id = :reader
order by t.urgency desc, t.created_at desc, t.id desc
