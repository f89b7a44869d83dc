-- A page of the tickets that a search and the filters find, in any of the list's orders, with their number.
select counts.active, counts.archived, counts.snoozed, counts.matching, found.here, found.elsewhere, :card, t.urgency
from ticket_counts(:isArchived, '{}') as counts
cross join search_page(:wanted, :filter, :isArchived, :sort, :urgency, :at, :id, :limit, :countLimit) as found
left join lateral (
  select t.*, hit.place
  from unnest(found.ids) with ordinality as hit (id, place)
  join support_tickets t on t.id = hit.id
) as t on true
left join customers c on c.id = t.customer_id
left join ticket_reads r on r.client_id = t.client_id and r.ticket_id = t.id and r.user_id = :reader
order by t.place
