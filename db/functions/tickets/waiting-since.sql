-- Since when the customer of a ticket waits for an answer, of what stands on it (docs/product.md#who-has-the-last-word): the first of
-- their messages that nobody answered; null where there is none. An answer is one to what stood on its ticket with it: what
-- came by a merge, or stays behind when one is undone, was not answered there, nor was what was accepted before it and came to stand
-- there after it, or the other way round; nor is one that only says it is the store's. What goes to others without the customer answers others alone, and who came
-- by a merged ticket and is another customer is answered by what goes to them alone. Whether the ticket is archived
-- says nothing here.
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
    settled (origin, before) as (
      select s.origin, greatest(
        max(t.settled_before) filter (where t.settled_before > s.since),
        -- What was done when it was merged waited for nothing.
        max(g.merged_at) filter (where g.status in ('resolved', 'closed')))
      from stays s
      join support_tickets t on t.id = s.place
      left join ticket_merges g on g.ticket_id = s.place and s.place <> ticket
      group by s.origin
    ),
    said (place, is_question, created_at, added_at, audience) as (
      select coalesce(m.merged_from_id, ticket), m.is_from_customer, m.created_at, coalesce(m.added_at, m.created_at), m.audience
      from ticket_messages m
      where m.ticket_id = ticket and m.message_type = 'email' and not m.is_automatic and (m.is_from_customer or not m.is_unverified)
    ),
    -- The questions of each ticket, and the answers that stood there with it.
    stood (origin, place, is_question, created_at, added_at, audience) as (
      select place, place, is_question, created_at, added_at, audience from said where is_question
      union all
      select s.origin, a.place, a.is_question, a.created_at, a.added_at, a.audience
      from stays s join said a on a.place = s.place and a.added_at >= s.since where not a.is_question
    ),
    answered (origin, is_question, created_at, added_at, audience, at, customer_at, own_at) as (
      select origin, is_question, created_at, added_at, audience, max(created_at) filter (where not is_question) over later,
        max(created_at) filter (where not is_question and audience = 'customer') over later,
        max(created_at) filter (where not is_question and audience = 'side' and place <> ticket) over later
      from stood window later as (partition by origin order by added_at desc)
    )
    select min(q.created_at)
    from answered q join settled d on d.origin = q.origin
    where q.is_question and q.created_at > coalesce(
        case when q.audience = 'customer' then q.customer_at when q.origin <> ticket then q.own_at else q.at end, '-infinity')
      and q.added_at >= coalesce(d.before, '-infinity');
  end;
