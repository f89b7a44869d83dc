-- Returns the typed tags and the tenant's tags that fold to the same: "cafe" means "café" too.
create or replace function tags_meant(typed text[]) returns text[]
  language sql stable
  return lower_all(typed) || array(select distinct d.tag from ticket_tag_deltas d
    where d.client_id = current_client_id() and search_forms(d.tag) && array(select unnest(search_forms(tag)) from unnest(typed) as tag));

-- Returns the tenant's teams that are typed: those of a name, or else those whose names begin so.
create or replace function teams_meant(typed text[]) returns uuid[]
  language sql stable
  return array(select named.id from (
    select t.id, forms && search_forms(given) as is_whole, bool_or(forms && search_forms(given)) over (partition by given) as has_whole
      from unnest(typed) as given
        join teams t on t.client_id = current_client_id() cross join lateral search_forms(t.name) as forms
      where exists (select from unnest(forms) as form, unnest(search_forms(given)) as part where part <> '' and starts_with(form, part))
    ) as named where is_whole or not has_whole);

-- Returns the part of a search that concerns the ticket's own row, as a condition on a ticket `t`; '' if there is none.
-- Days are in the store's time zone.
create or replace function search_condition(wanted jsonb) returns text
  language sql stable
  return (
    select coalesce(string_agg(' and ' || condition, ''), '') from (
      select format('t.status = any (%L)', json_texts(wanted -> 'status')) where wanted ? 'status'
      union all
      select format('t.labels <> ''{}'' and t.folded_tags && %L', tags_meant(json_texts(wanted -> 'tag'))) where wanted ? 'tag'
      union all
      select format('t.team_id = any (%L)', teams_meant(json_texts(wanted -> 'team'))) where wanted ? 'team'
      union all
      select format('(t.id in (select r.ticket_id from ticket_ratings r where r.client_id = current_client_id() and coalesce(r.score, 0) = any (%1$L::int[]))
          or -1 = any (%1$L::int[]) and t.id not in (select r.ticket_id from ticket_ratings r where r.client_id = current_client_id()))',
          json_texts(wanted -> 'rating')) where wanted ? 'rating'
      union all
      select format('t.created_at %s %L', case name when 'before' then '<' else '>=' end,
          (day || ' 00:00')::timestamp at time zone (select c.time_zone from clients c where c.id = current_client_id()))
        from unnest('{before,after}'::text[]) as name cross join lateral unnest(json_texts(wanted -> name)) as day
    ) as given (condition));

-- Returns how many tickets without a document a search reads completely: those that wait longest will be indexed soon.
create or replace function search_waiting_read() returns int language sql immutable return 40;
