-- Returns how much happened in each step, by the sums of days; step 0 is what was before, for levels alone.
create or replace function series_of_sums(of_kinds text[], of_traits text[], of_days date[], since date, before date)
  returns table (kind text, step int, bucket smallint, count int, seconds float8)
  language sql stable
  begin atomic
    select s.kind, width_bucket(s.day, of_days) as step, s.bucket, sum(s.count)::int as count, sum(s.seconds)::float8 as seconds
    from figure_sums s
    where s.kind = any(of_kinds) and s.trait = any(of_traits) and s.day >= since and s.day < before
    group by 1, 2, 3;
  end;

-- Returns how much happened of each value of a dimension, by the sums of days.
create or replace function table_of_sums(of_kinds text[], dimension text, since date, before date)
  returns table (kind text, value text, bucket smallint, count int, seconds float8)
  language sql stable
  begin atomic
    select s.kind, substr(s.trait, length(dimension) + 2) as value, s.bucket, sum(s.count)::int as count, sum(s.seconds)::float8 as seconds
    from figure_sums s
    where s.kind = any(of_kinds) and s.trait >= dimension || ':' and s.trait < dimension || ';' and s.day >= since and s.day < before
    group by 1, 2, 3
    having sum(s.count) <> 0;
  end;

-- Returns how much happened in each step, by the sums of quarters of an hour; step 0 is what was before, for levels alone.
create or replace function series_of_quarters(of_kinds text[], of_steps timestamptz[], since timestamptz, before timestamptz)
  returns table (kind text, step int, bucket smallint, count int, seconds float8)
  language sql stable
  begin atomic
    select q.kind, width_bucket(q.at, of_steps) as step, (-1)::smallint as bucket, sum(q.count)::int as count, 0::float8 as seconds
    from figure_quarters q
    where q.kind = any(of_kinds) and q.at >= since and q.at < before
    group by 1, 2;
  end;

-- Returns how much happened in each hour of the week, by the sums of quarters of an hour.
create or replace function hours_of_quarters(of_kinds text[], since timestamptz, before timestamptz, zone text)
  returns table (kind text, value text, bucket smallint, count int, seconds float8)
  language sql stable
  begin atomic
    select q.kind, to_char(q.at at time zone zone, 'ID-HH24') as value, (-1)::smallint as bucket, sum(q.count)::int as count,
      0::float8 as seconds
    from figure_quarters q
    where q.kind = any(of_kinds) and q.at >= since and q.at < before
    group by 1, 2;
  end;
