-- The same of the tickets that a text and the filters find.
select counts.active, counts.archived, counts.snoozed, counts.matching, :card, t.urgency
from ticket_counts(:isArchived, :filter) as counts
left join lateral (
  select t.* from search_tickets(:search, :filter, :isArchived, :urgency, :createdAt, :id, :limit) as found (id)
  join support_tickets t on t.id = found.id
) as t on true
left join customers c on c.id = t.customer_id
left join ticket_reads r on r.client_id = t.client_id and r.ticket_id = t.id and r.user_id = :reader
order by t.urgency desc, t.created_at desc, t.id desc
