-- Sums by what people ask for (docs/decisions/0135): beside those of days those of whole weeks, months and quarters, and those of the hours
-- that the store's clocks show in place of quarters of an hour.

-- How much happened in each day, week, month and quarter of the store's clocks: of all tickets (an empty trait), and of those with each trait.
create table figure_spans (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- "…/end" counts what ended then, and "…/working" has its buckets by working time.
  kind text collate "C" not null check (char_length(kind) between 1 and 50),
  trait text collate "C" not null check (char_length(trait) <= 150),
  span text collate "C" not null check (span in ('day', 'week', 'month', 'quarter')),
  -- Its first day; a week begins on Monday.
  since date not null check (since = date_trunc(span, since::timestamp)),
  count integer not null,
  seconds bigint not null,
  -- How long it took, for what has a time: buckets (duration_bucket) and how much fell into each. In one row, as a tag's day has many.
  buckets smallint[] not null,
  counts integer[] not null check (cardinality(counts) = cardinality(buckets)),
  primary key (client_id, kind, trait, span, since) include (count, seconds)
);
call protect_tenant_table('figure_spans');

-- How much happened in each hour that the store's clocks show; one that they show twice is one.
create table figure_hours (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  kind text collate "C" not null check (char_length(kind) between 1 and 50),
  at timestamptz(0) not null,
  count integer not null,
  primary key (client_id, kind, at) include (count)
);
call protect_tenant_table('figure_hours');

do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    insert into figure_spans (kind, trait, span, since, count, seconds, buckets, counts)
      select kind, trait, span, since, sum(count), sum(seconds),
        coalesce(array_agg(bucket order by bucket) filter (where bucket >= 0), '{}'),
        coalesce(array_agg(count order by bucket) filter (where bucket >= 0), '{}')
      from (
        select kind, trait, span, date_trunc(span, day::timestamp)::date as since, bucket, sum(count)::int as count, sum(seconds) as seconds
        from figure_sums cross join unnest(array['day', 'week', 'month', 'quarter']) as span
        where client_id = tenant group by 1, 2, 3, 4, 5 having sum(count) <> 0
      ) as f
      group by 1, 2, 3, 4;
    insert into figure_hours (kind, at, count)
      select q.kind, date_trunc('hour', q.at, s.time_zone), sum(q.count)
      from figure_quarters q join figure_states s on s.client_id = q.client_id
      where q.client_id = tenant group by 1, 2 having sum(q.count) <> 0;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

-- As db/functions had them until now.
drop function if exists series_of_sums, table_of_sums, series_of_quarters, hours_of_quarters;
drop function if exists series_of_facts, levels_of_facts, table_of_facts;
drop table figure_sums;
drop table figure_quarters;
