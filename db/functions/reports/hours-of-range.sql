-- Returns the hours that a zone's clocks show from one day to before another one, each with the instants between which it is.
create or replace function hours_of_range(first_day date, end_day date, zone text) returns table (day text, begins text, ends text)
  language sql stable
  begin atomic
    select to_char(q.at at time zone zone, 'YYYY-MM-DD'), iso(min(q.at)), iso(max(q.at) + interval '15 minutes')
    from generate_series(first_day::timestamp at time zone zone, (end_day::timestamp at time zone zone) - interval '15 minutes',
      '15 minutes') as q (at)
    group by 1, extract(hour from q.at at time zone zone)
    order by min(q.at);
  end;
