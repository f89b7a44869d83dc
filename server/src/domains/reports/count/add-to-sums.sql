-- Brings the sums in line with the facts and traits that tickets get: adds these, and takes off what is stored. Returns the sums that are 0 now.
with change as materialized (
  select f.ticket_id, f.kind, f.at, f.until, f.person, f.seconds, f.working, -1 as sign
  from ticket_facts f where f.ticket_id = any(:ids::uuid[])
  union all
  select f.ticket_id, f.kind, f.at, f.until, f.person, f.seconds, f.working, 1
  from jsonb_to_recordset(:facts::jsonb) as f (ticket_id uuid, kind text, at timestamptz(3), until timestamptz(3), person text, seconds int, working int)
),
trait as materialized (
  select x.ticket_id, one.trait, -1 as sign from ticket_traits x cross join lateral unnest(x.traits) as one (trait)
    where x.ticket_id = any(:ids::uuid[])
  union all
  select x.ticket_id, one.trait, 1
  from jsonb_to_recordset(:traits::jsonb) as x (ticket_id uuid, traits text[]) cross join lateral unnest(x.traits) as one (trait)
),
-- What ends has a kind of its own, and so have buckets by working time.
counted as (
  select c.ticket_id, c.person, c.sign, of.* from change c
  cross join lateral (values
    (c.kind, c.at, duration_bucket(c.seconds), coalesce(c.seconds, 0)),
    (c.kind || '/working', case when c.working is not null then c.at end, duration_bucket(c.working), c.working),
    (c.kind || '/end', c.until, -1::smallint, 0)) as of (kind, at, bucket, seconds)
  where of.at is not null
),
net as (
  select kind, trait, (at at time zone :timeZone)::date as day, bucket, sum(sign)::int as count, sum(sign * seconds::bigint)::bigint as seconds
  from (
    select kind, '' as trait, at, bucket, sign, seconds from counted
    union all
    select kind, 'person:' || person, at, bucket, sign, seconds from counted
    union all
    select c.kind, t.trait, c.at, c.bucket, c.sign, c.seconds from counted c join trait t on t.ticket_id = c.ticket_id and t.sign = c.sign
  ) as parts
  group by 1, 2, 3, 4
  having sum(sign) <> 0 or sum(sign * seconds::bigint) <> 0
),
fallen as (
  select n.kind, n.trait, one.span, date_trunc(one.span, n.day::timestamp)::date as since, n.bucket, sum(n.count)::int as count, sum(n.seconds) as seconds
  from net n cross join (values ('day'), ('week'), ('month'), ('quarter')) as one (span)
  group by 1, 2, 3, 4, 5
  having sum(n.count) <> 0 or sum(n.seconds) <> 0
),
summed as (
  insert into figure_spans as s (kind, trait, span, since, count, seconds, buckets, counts)
  select kind, trait, span, since, sum(count), sum(seconds),
    coalesce(array_agg(bucket order by bucket) filter (where bucket >= 0), '{}'), coalesce(array_agg(count order by bucket) filter (where bucket >= 0), '{}')
  from fallen group by 1, 2, 3, 4
  on conflict (client_id, kind, trait, span, since) do update set
    count = s.count + excluded.count, seconds = s.seconds + excluded.seconds,
    (buckets, counts) = (
      select coalesce(array_agg(each.bucket order by each.bucket), '{}'), coalesce(array_agg(each.count order by each.bucket), '{}')
      from (
        select one.bucket, sum(one.count)::int as count from unnest(s.buckets || excluded.buckets, s.counts || excluded.counts) as one (bucket, count)
        group by 1 having sum(one.count) <> 0
      ) as each
    )
  returning kind, trait, span, since, count
),
hours as (
  insert into figure_hours as h (kind, at, count)
  select kind, date_trunc('hour', at, :timeZone), sum(sign)::int from counted where kind not like '%/working'
  group by 1, 2 having sum(sign) <> 0
  on conflict (client_id, kind, at) do update set count = h.count + excluded.count
)
select kind, trait, span, since from summed where count = 0
