-- Since when the customer of a ticket waits for an answer, of what stands on it (docs/product.md#who-has-the-last-word): the first of
-- their messages that nobody answered; null where there is none. An answer is one to what stood on its ticket with it: what
-- came by a merge, or stays behind when one is undone, was not answered there. Whether the ticket is archived says nothing here.
create or replace function waiting_since(ticket uuid) returns timestamptz
  language sql stable
  begin atomic
    with recursive branch (id) as (
      select ticket
      union all
      select t.id from branch join support_tickets t on t.merged_into_id = branch.id
    ),
    -- Each ticket whose messages may stand here, with each that they stood on, and since when.
    stays (origin, place, since) as (
      select id, id, timestamptz '-infinity' from branch
      union all
      select s.origin, t.merged_into_id, g.merged_at
      from stays s
      join support_tickets t on t.id = s.place
      join ticket_merges g on g.ticket_id = s.place
      where s.place <> ticket
    ),
    answers (place, at) as (
      select coalesce(m.merged_from_id, ticket), m.created_at from ticket_messages m
      where m.ticket_id = ticket and m.message_type = 'email' and not m.is_from_customer and not m.is_automatic
    ),
    done (origin, answered_at, settled_before) as (
      select s.origin, max(a.at), greatest(
        max(t.settled_before) filter (where t.settled_before > s.since),
        -- What was done when it was merged waited for nothing.
        max(g.merged_at) filter (where g.status in ('resolved', 'closed')))
      from stays s
      join support_tickets t on t.id = s.place
      left join ticket_merges g on g.ticket_id = s.place and s.place <> ticket
      left join answers a on a.place = s.place and a.at >= s.since
      group by s.origin
    )
    select min(m.created_at)
    from ticket_messages m join done d on d.origin = coalesce(m.merged_from_id, ticket)
    where m.ticket_id = ticket and m.message_type = 'email' and m.is_from_customer and not m.is_automatic
      and m.created_at > coalesce(d.answered_at, '-infinity') and m.created_at >= coalesce(d.settled_before, '-infinity');
  end;
