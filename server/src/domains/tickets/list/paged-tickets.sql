-- A page of the tickets that fit the filters, without a search.
select counts.active, counts.archived, counts.snoozed, counts.matching, :card, t.urgency
from ticket_counts(:isArchived, :filter) as counts
left join lateral (
  select t.*, found.place
  from page_tickets(:filter, :isArchived, :sort, :urgency, :at, :id, :limit) with ordinality as found (id, place)
  join support_tickets t on t.id = found.id
) as t on true
left join customers c on c.id = t.customer_id
left join ticket_reads r on r.client_id = t.client_id and r.ticket_id = t.id and r.user_id = :reader
order by t.place
