-- What is known of tickets for their facts, one row for each.
select t.id, t.status, t.merged_into_id is not null as "isShell", iso(t.created_at) as "createdAt", iso(clock_timestamp()) as "readAt",
  t.category, t.folded_tags as tags, t.team_id as "teamId", t.assigned_to as holder, t.source as channel,
  left(t.subject || E'\n' || t.description, 4000) as text,
  (select json_agg(json_build_object('at', iso(a.created_at), 'isMerge', a.kind in ('merged', 'unmerged'),
      'from', case when a.kind in ('status_changed', 'reopened') then a.details ->> 'from' end,
      'to', case a.kind when 'status_changed' then a.details ->> 'to' when 'reopened' then coalesce(a.details ->> 'to', 'open')
        when 'merged' then 'closed' end,
      'person', :actor)
      order by a.created_at, a.id)
    from ticket_activities a where a.client_id = t.client_id and a.ticket_id = t.id
      and (a.kind in ('status_changed', 'reopened') or a.kind = 'merged' and a.details ? 'to' or a.kind = 'unmerged' and a.details ? 'from')
  ) as steps,
  (select json_agg(json_build_object('at', iso(m.created_at), 'isFromCustomer', m.is_from_customer,
      'isToCustomer', m.audience = 'customer',
      'person', case when not m.is_from_customer then coalesce(m.author_id::text, 'left:' || left(nullif(btrim(m.author_name), ''), 100), '') end)
      order by coalesce(m.added_at, m.created_at), m.id)
    from ticket_messages m where m.client_id = t.client_id and m.ticket_id = t.id
      and m.message_type = 'email' and not m.is_automatic and (m.is_from_customer or not m.is_unverified)
  ) as messages,
  (select json_agg(json_build_object('kind', w.kind, 'at', iso(w.at), 'person', w.person) order by w.at, w.id)
    from (
      select 'ruleSteps' as kind, a.created_at as at, :actor as person, a.id
      from ticket_activities a where a.client_id = t.client_id and a.ticket_id = t.id and a.details ->> 'actedBy' = 'rule'
      union all
      select 'ruleReplies', m.created_at, 'rule:' || left(m.by_rule, 100), m.id
      from ticket_messages m where m.client_id = t.client_id and m.ticket_id = t.id and m.by_rule is not null
      union all
      select case when f.outcome in ('taken', 'rewritten') then 'checksTaken' else 'checksIgnored' end, m.created_at,
        coalesce(f.user_id::text, 'left:' || left(nullif(btrim(m.author_name), ''), 100), ''), m.id
      from ticket_messages m join reply_findings f on f.client_id = m.client_id and f.message_id = m.id
      where m.client_id = t.client_id and m.ticket_id = t.id
      union all
      select 'refunds', coalesce(o.done_at, o.changed_at), coalesce(o.by_id::text, 'left:' || left(nullif(o.by_name, ''), 100), ''), o.id
      from order_actions o where o.client_id = t.client_id and o.ticket_id = t.id and o.state = 'done' and o.kind in ('refund', 'cancel')
      union all
      select case when r.score >= 4 then 'ratedGood' when r.score = 3 then 'ratedOkay' else 'ratedBad' end, r.rated_at, coalesce(r.agent_id::text, ''), r.id
      from ticket_ratings r where r.client_id = t.client_id and r.ticket_id = t.id and r.score is not null
    ) as w
  ) as works
from support_tickets t
where t.client_id = current_setting('app.client_id')::uuid and t.id = any(:ids::uuid[])
order by t.id
