import type { FigureName } from "@deskhand/contract/reports/figures";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";

/** Something that a figure counts, read from raw rows. */
export type Occurrence = {
  figure: FigureName;
  ticketId: string;
  at: string;
  until: string | null;
  person: string;
  since: string | null;
};

const who = sql`case when a.actor_id is not null then a.actor_id::text
  when a.details ->> 'author' <> '' and not a.details ? 'actedBy' then 'left:' || left(a.details ->> 'author', 100)
  when a.details ->> 'author' <> '' and a.details ->> 'actedBy' = 'rule' then 'rule:' || left(a.details ->> 'author', 100) else '' end`;

/**
 * Lists what the figures count, by one plain statement of windows over the raw rows: the reference with which the facts are compared. It
 * shares nothing with the code that computes these, and reads everything.
 */
export function occurrencesQuery(): CompiledQuery<Occurrence> {
  const found = sql<Occurrence>`(
    with ticket as (
      select id, created_at, status in ('resolved', 'closed') as is_done, coalesce(assigned_to::text, '') as holder
      from support_tickets where merged_into_id is null
    ),
    said as (
      select m.*, row_number() over w as place,
        count(*) filter (where m.is_reply) over (w rows between unbounded preceding and 1 preceding) as round
      from (
        select m.ticket_id, m.id, m.created_at, coalesce(m.added_at, m.created_at) as added, m.is_from_customer,
          not m.is_from_customer and m.audience = 'customer' and exists (select from ticket_messages e where e.ticket_id = m.ticket_id
            and e.message_type = 'email' and not e.is_automatic and (e.is_from_customer or not e.is_unverified)
            and (coalesce(e.added_at, e.created_at), e.id) < (coalesce(m.added_at, m.created_at), m.id)) as is_reply,
          coalesce(m.author_id::text, 'left:' || left(nullif(btrim(m.author_name), ''), 100), '') as writer
        from ticket_messages m
        where m.message_type = 'email' and not m.is_automatic and (m.is_from_customer or not m.is_unverified)
      ) m
      window w as (partition by m.ticket_id order by m.added, m.id)
    ),
    answered as (
      select r.ticket_id, r.created_at, r.writer, q.since, row_number() over (partition by r.ticket_id order by r.round) as turn
      from said r join (select ticket_id, round, min(created_at) as since from said where is_from_customer group by 1, 2) q
        using (ticket_id, round)
      where r.is_reply
    ),
    step as (
      select a.ticket_id, a.id, a.created_at, a.kind, ${who} as person,
        case when a.kind in ('status_changed', 'reopened') then a.details ->> 'from' end as status_before,
        case a.kind when 'status_changed' then a.details ->> 'to' when 'reopened' then coalesce(a.details ->> 'to', 'open')
          when 'merged' then 'closed' end as status_after
      from ticket_activities a
      where a.kind in ('status_changed', 'reopened') or a.kind = 'merged' and a.details ? 'to' or a.kind = 'unmerged' and a.details ? 'from'
    ),
    told as (
      select s.*, coalesce(s.status_before, 'open') in ('resolved', 'closed') as was_done_at_first,
        case when lead(s.id) over w is null then t.is_done
          else coalesce(s.status_after, lead(s.status_before) over w, 'open') in ('resolved', 'closed') end as is_done
      from step s join ticket t on t.id = s.ticket_id
      window w as (partition by s.ticket_id order by s.created_at, s.id)
    ),
    move as (
      select * from (
        select *, coalesce(lag(is_done) over w, was_done_at_first) as was_done from told window w as (partition by ticket_id order by created_at, id)
      ) m where is_done <> was_done
    ),
    bound as (
      select t.id as ticket_id, t.created_at as at, true as begins, 0 as place from ticket t
        where not coalesce((select not m.is_done from move m where m.ticket_id = t.id order by m.created_at, m.id limit 1), t.is_done)
      union all
      select ticket_id, created_at, not is_done, row_number() over (partition by ticket_id order by created_at, id)::int from move
    ),
    spell as (
      select * from (select ticket_id, at, begins, lead(at) over (partition by ticket_id order by place) as ended from bound) b where begins
    )
    select 'created' as figure, id as ticket_id, created_at as at, null::timestamptz as until, holder as person, null::timestamptz as since from ticket
    union all
    select 'backlog', s.ticket_id, s.at, case when s.ended is not null then greatest(s.ended, s.at) end, t.holder, null from spell s join ticket t on t.id = s.ticket_id
    union all
    select 'reopened', m.ticket_id, m.created_at, null, t.holder, null from move m join ticket t on t.id = m.ticket_id
      where not m.is_done and m.kind not in ('merged', 'unmerged')
    union all
    select 'resolved', t.id, m.created_at, null, m.person, t.created_at from ticket t
      cross join lateral (select * from move m where m.ticket_id = t.id order by m.created_at desc, m.id desc limit 1) m where t.is_done and m.is_done
    union all
    select 'customerMessages', s.ticket_id, s.created_at, null, t.holder, null from said s join ticket t on t.id = s.ticket_id where s.is_from_customer
    union all
    select 'replies', s.ticket_id, s.created_at, null, s.writer, null from said s join ticket t on t.id = s.ticket_id where s.is_reply
    union all
    select case turn when 1 then 'firstReply' else 'nextReply' end, a.ticket_id, a.created_at, null, a.writer, a.since
      from answered a join ticket t on t.id = a.ticket_id
    union all
    select 'ruleSteps', a.ticket_id, a.created_at, null, ${who}, null from ticket_activities a join ticket t on t.id = a.ticket_id
      where a.details ->> 'actedBy' = 'rule'
    union all
    select 'ruleReplies', m.ticket_id, m.created_at, null, 'rule:' || left(m.by_rule, 100), null
      from ticket_messages m join ticket t on t.id = m.ticket_id where m.by_rule is not null
    union all
    select k.figure, m.ticket_id, m.created_at, null,
      coalesce(f.user_id::text, 'left:' || left(nullif(btrim(m.author_name), ''), 100), ''), null
      from reply_findings f join ticket_messages m on m.id = f.message_id join ticket t on t.id = m.ticket_id
      cross join lateral (values ('checksShown'),
        (case when f.outcome in ('taken', 'rewritten') then 'checksTaken' else 'checksIgnored' end)) as k (figure)
    union all
    select 'refunds', o.ticket_id, coalesce(o.done_at, o.changed_at), null,
      coalesce(o.by_id::text, 'left:' || left(nullif(o.by_name, ''), 100), ''), null
      from order_actions o join ticket t on t.id = o.ticket_id where o.state = 'done' and o.kind in ('refund', 'cancel')
    union all
    select k.figure, r.ticket_id, r.rated_at, null, coalesce(r.agent_id::text, ''), null
      from ticket_ratings r join ticket t on t.id = r.ticket_id
      cross join lateral (values ('ratings'), ((array['ratedBad', 'ratedBad', 'ratedOkay', 'ratedGood', 'ratedGood'])[r.score])) as k (figure)
      where r.score is not null
  )`;
  return compose
    .selectFrom(found.as("found"))
    .select(["found.figure", sql<string>`found.ticket_id`.as("ticketId"), "found.person"])
    .select([
      sql<string>`iso(found.at)`.as("at"),
      sql<string | null>`iso(found.until)`.as("until"),
      sql<string | null>`iso(found.since)`.as("since"),
    ])
    .compile() as CompiledQuery<Occurrence>;
}

/** Lists the traits of tickets from raw rows. Languages, products and carriers are taken as they were found: only how they are counted is compared. */
export function rawTraitsQuery(): CompiledQuery<{ ticketId: string; traits: string[] }> {
  return compose
    .selectFrom("support_tickets as t")
    .leftJoin("ticket_traits as x", "x.ticket_id", "t.id")
    .select("t.id as ticketId")
    .select(
      sql<string[]>`array['category:' || t.category, 'team:' || coalesce(t.team_id::text, ''), 'channel:' || t.source]
        || case when t.labels = '{}' then array['tag:'] else array(select distinct 'tag:' || lower(l) from unnest(t.labels) as l) end
        || array(select one from unnest(x.traits) as one where one ~ '^(language|sku|carrier):')`.as("traits"),
    )
    .where("t.merged_into_id", "is", null)
    .compile();
}

/** A fact as it is stored. */
export type StoredFact = {
  figure: string;
  ticketId: string;
  at: string;
  until: string | null;
  person: string;
  seconds: number | null;
};

/** Lists the facts that are stored. */
export function storedFactsQuery(): CompiledQuery<StoredFact> {
  return compose
    .selectFrom("ticket_facts")
    .select(["kind as figure", "ticket_id as ticketId", "person", "seconds"])
    .select([sql<string>`iso(at)`.as("at"), sql<string | null>`iso(until)`.as("until")])
    .compile();
}
