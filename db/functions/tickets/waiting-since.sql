-- Returns since when a ticket's customer waits for an answer (docs/product.md#who-has-the-last-word): the time of their
-- first unanswered message; null if there is none. An answer counts for messages that were on its ticket at the time:
-- not for those that came by a merge or stay behind when it is undone, nor for those accepted before it that arrived
-- after it, or the other way round; a message that only claims to be from the store counts for none. A reply only to
-- others answers others, and another customer of a merged ticket is answered by replies only to them. The archive does
-- not matter here.
create or replace function waiting_since(ticket uuid) returns timestamptz
  language sql stable
  begin atomic
    with recursive branch (id) as (
      select ticket
      union all
      select t.id from branch join support_tickets t on t.merged_into_id = branch.id
    ),
    -- Each ticket whose messages may be here, with the tickets they were on and since when.
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
        -- Messages answered before the merge wait for nothing.
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
    -- The questions of each ticket, and the answers given on it.
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
