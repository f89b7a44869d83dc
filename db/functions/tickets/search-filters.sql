-- Tags that are typed, and those that the tenant's tickets have which are the same folded: "cafe" means "café" too.
create or replace function tags_meant(typed text[]) returns text[]
  language sql stable
  return lower_all(typed) || array(select distinct d.tag from ticket_tag_deltas d
    where d.client_id = current_client_id() and search_forms(d.tag) && array(select unnest(search_forms(tag)) from unnest(typed) as tag));

-- What of a search narrows down by the ticket's own row, as a condition on a ticket `t`; '' where nothing does. Days are the store's.
create or replace function search_condition(wanted jsonb) returns text
  language sql stable
  return (
    select coalesce(string_agg(' and ' || condition, ''), '') from (
      select format('t.status = any (%L)', json_texts(wanted -> 'status')) where wanted ? 'status'
      union all
      select format('t.labels <> ''{}'' and t.folded_tags && %L', tags_meant(json_texts(wanted -> 'tag'))) where wanted ? 'tag'
      union all
      select format('t.created_at %s %L', case name when 'before' then '<' else '>=' end,
          (day || ' 00:00')::timestamp at time zone (select c.time_zone from clients c where c.id = current_client_id()))
        from unnest('{before,after}'::text[]) as name cross join lateral unnest(json_texts(wanted -> name)) as day
    ) as given (condition));

-- Of how many tickets that wait for their document a search looks at all they say: those that wait longest will be read soon.
create or replace function search_waiting_read() returns int language sql immutable return 40;
