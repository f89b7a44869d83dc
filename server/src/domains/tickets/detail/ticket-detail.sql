select :card, left(t.description, :descriptionLength) as description, t.source, t.created_by as "createdBy",
  t.note_count as "noteCount",
  addresses_of(t.customer_id) as "customerAddresses", :customerChangedAt as "customerChangedAt",
  (select json_build_object('id', n.id, 'ticketNumber', n.ticket_number) from support_tickets n
    where n.client_id = t.client_id and n.id = t.named_ticket_id) as "namedTicket",
  (select json_build_object('id', n.id, 'ticketNumber', n.ticket_number) from support_tickets n
    where n.client_id = t.client_id and n.id = t.merged_into_id) as "mergedInto",
  coalesce((select json_agg(json_build_object('id', n.id, 'ticketNumber', n.ticket_number) order by n.merged_at desc, n.id) from (
      select s.id, s.ticket_number, g.merged_at from support_tickets s
      join ticket_merges g on g.client_id = s.client_id and g.ticket_id = s.id
      where s.client_id = t.client_id and s.merged_into_id = t.id
      order by g.merged_at desc, s.id limit :mergesShown) n), '[]') as "mergedFrom",
  t.message_count > :pageSize as "hasOlderMessages",
  coalesce((select json_agg(:message order by m.created_at, m.id) from (
      select * from ticket_messages where client_id = t.client_id and ticket_id = t.id and message_type = 'email'
      order by created_at desc, id desc limit :pageSize) m
    left join lateral :recipients as o on true), '[]') as messages,
  t.note_count > :pageSize as "hasOlderNotes",
  coalesce((select json_agg(:note order by m.created_at, m.id) from (
      select * from ticket_messages where client_id = t.client_id and ticket_id = t.id and message_type = 'internal'
      order by created_at desc, id desc limit :pageSize) m), '[]') as notes,
  :heldBack as "heldBackMails", :isOfIncident as "isOfIncident", :hasOpenActions as "hasOpenActions", :rating as rating
from support_tickets t
left join customers c on c.client_id = t.client_id and c.id = t.customer_id
left join ticket_reads r on r.client_id = t.client_id and r.ticket_id = t.id and r.user_id = :reader
where t.id = :id
