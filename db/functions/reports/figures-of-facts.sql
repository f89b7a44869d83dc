-- Returns how much happened in each step, of the facts that fit: a row for each step with how much fell into each bucket of time. Step 0 is
-- what was before, for levels alone.
create or replace function series_of_facts(
  of_kinds text[], of_steps timestamptz[], since timestamptz, before timestamptz, narrowed jsonb, worked boolean
)
  returns table (kind text, step int, count int, seconds float8, buckets json, counts json)
  language sql stable
  begin atomic
    select f.kind, f.step, sum(f.count)::int, sum(f.seconds)::float8, to_json(array_agg(f.bucket)), to_json(array_agg(f.count))
    from (
      select f.kind, width_bucket(f.at, of_steps) as step, duration_bucket(case when worked then f.working else f.seconds end) as bucket,
        count(*)::int as count, coalesce(sum(case when worked then f.working else f.seconds end), 0) as seconds
      from narrowed_facts(of_kinds, since, before, narrowed) f
      group by 1, 2, 3
    ) as f
    group by 1, 2;
  end;

-- Returns by how much levels change in each step, of the facts that fit; step 0 is what they were before.
create or replace function levels_of_facts(of_kinds text[], of_steps timestamptz[], before timestamptz, narrowed jsonb)
  returns table (kind text, step int, count int, seconds float8, buckets json, counts json)
  language sql stable
  begin atomic
    select kind, step, sum(change)::int, 0::float8, '[]'::json as no_buckets, '[]'::json as no_counts
    from (
      select f.kind, width_bucket(f.at, of_steps) as step, count(*) as change
        from narrowed_facts(of_kinds, '-infinity', before, narrowed) f group by 1, 2
      union all
      select f.kind, width_bucket(f.until, of_steps), -count(*)
        from narrowed_facts(of_kinds, '-infinity', before, narrowed) f where f.until < before group by 1, 2
    ) as changes
    group by 1, 2;
  end;

-- Returns how much happened of each value of a dimension, of the facts that fit; for levels, what there was at the end.
create or replace function table_of_facts(
  of_kinds text[], dimension text, since timestamptz, before timestamptz, narrowed jsonb, worked boolean, is_level boolean, zone text
)
  returns table (kind text, value text, count int, seconds float8, buckets json, counts json)
  language sql stable
  begin atomic
    select f.kind, f.value, sum(f.count)::int, sum(f.seconds)::float8, to_json(array_agg(f.bucket)), to_json(array_agg(f.count))
    from (
      select f.kind, v.value, duration_bucket(case when worked then f.working else f.seconds end) as bucket,
        count(*)::int as count, coalesce(sum(case when worked then f.working else f.seconds end), 0) as seconds
      from narrowed_facts(of_kinds, since, before, narrowed) f
      cross join lateral (
        select f.person as value where dimension = 'person'
        union all
        select to_char(f.at at time zone zone, 'ID-HH24') where dimension = 'hour'
        union all
        select substr(t.trait, length(dimension) + 2) from ticket_traits x cross join lateral unnest(x.traits) as t (trait)
          where dimension not in ('person', 'hour') and x.ticket_id = f.ticket_id and starts_with(t.trait, dimension || ':')
      ) as v
      where not is_level or f.until is null or f.until >= before
      group by 1, 2, 3
    ) as f
    group by 1, 2;
  end;
