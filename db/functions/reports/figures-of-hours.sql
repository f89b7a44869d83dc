-- Returns how much happened in each step, by the sums of hours: a row for each figure with its steps that have something.
create or replace function series_of_hours(of_kinds text[], of_steps timestamptz[], since timestamptz, before timestamptz)
  returns table (kind text, steps json, counts json)
  language sql stable
  begin atomic
    select f.kind, to_json(array_agg(f.step)), to_json(array_agg(f.count))
    from (
      select h.kind, width_bucket(h.at, of_steps) as step, sum(h.count)::int as count
      from figure_hours h
      where h.kind = any(of_kinds) and h.at >= since and h.at < before
      group by 1, 2
    ) as f
    group by 1;
  end;

-- Returns how much happened in each hour of the week, by the sums of hours.
create or replace function hours_of_week(of_kinds text[], since timestamptz, before timestamptz, zone text)
  returns table (kind text, value text, count int, seconds float8, buckets json, counts json)
  language sql stable
  begin atomic
    select h.kind, to_char(h.at at time zone zone, 'ID-HH24'), sum(h.count)::int, 0::float8, '[]'::json as no_buckets, '[]'::json as no_counts
    from figure_hours h
    where h.kind = any(of_kinds) and h.at >= since and h.at < before
    group by 1, 2;
  end;
