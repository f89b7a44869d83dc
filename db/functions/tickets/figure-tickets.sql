-- Returns the facts of figures between two instants. `narrowed` leaves only those that fit: `persons` and `hours` (of the week, on the
-- store's clocks) are lists of which one has to fit, `traits` is a list of such lists, `took` a range of seconds, by `worked` of working time.
create or replace function narrowed_facts(kinds text[], since timestamptz, before timestamptz, narrowed jsonb) returns setof ticket_facts
  language sql stable
  begin atomic
    select f.* from ticket_facts f
    where f.client_id = current_setting('app.client_id')::uuid and f.kind = any (kinds) and f.at >= since and f.at < before
      and (not narrowed ? 'persons' or f.person = any (array(select jsonb_array_elements_text(narrowed -> 'persons'))))
      and (not narrowed ? 'hours' or to_char(f.at at time zone (select c.time_zone from clients c where c.id = f.client_id), 'ID-HH24')
        = any (array(select jsonb_array_elements_text(narrowed -> 'hours'))))
      and (not narrowed ? 'took' or int8range((narrowed #>> '{took,0}')::bigint, (narrowed #>> '{took,1}')::bigint)
        @> (case when narrowed ? 'worked' then f.working else f.seconds end)::bigint)
      and (not narrowed ? 'traits' or exists (
        select from ticket_traits x where x.client_id = f.client_id and x.ticket_id = f.ticket_id
          and not exists (select from jsonb_array_elements(narrowed -> 'traits') as any_of
            where not x.traits && array(select jsonb_array_elements_text(any_of)))));
  end;

-- Returns the tickets that a figure counted, for the list: `asked` has also its `kind`, `from` and `to`, and `level` for one that is read
-- at the end of that time.
create or replace function tickets_in_figure(asked jsonb) returns setof uuid
  language sql stable rows 1000
  begin atomic
    select f.ticket_id
    from narrowed_facts(array[asked ->> 'kind'], (asked ->> 'from')::timestamptz, (asked ->> 'to')::timestamptz, asked) f
    where not asked ? 'level' or f.until is null or f.until >= (asked ->> 'to')::timestamptz;
  end;
