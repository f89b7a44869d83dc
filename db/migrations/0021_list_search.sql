-- The tickets of a view that hold a text, in the list's order. How many of its first 200 do tells how common the text is: a
-- common one is found by walking on, a rare one by the trigram index. A text without three letters in a row, which no index
-- holds, is looked for among the first 10,000.
create or replace function search_tickets(
  pattern text, number int, archived boolean, statuses text[], priorities text[], categories text[], customer uuid,
  after_urgency smallint, after_created timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  chosen constant text := ' where client_id = $12 and is_archived = $3'
    || case when after_id is not null then ' and (urgency, created_at, id) < ($8, $9, $10)' else '' end
    || case when customer is not null then ' and customer_id = $7' else '' end;
  numbered constant text := case when number is not null then ' or ticket_number = $2' else '' end;
  wanted constant text := case when statuses is not null then ' and status = any ($4)' else '' end
    || case when priorities is not null then ' and priority = any ($5)' else '' end
    || case when categories is not null then ' and category = any ($6)' else '' end;
  ordered constant text := ' order by urgency desc, created_at desc, id desc limit ';
  seen int;
  hits int;
  -- How far the walk goes; "all" is to its end.
  reach text;
  found uuid[];
begin
  select count(*), count(*) filter (where first.body like pattern) into seen, hits
    from (select lower(t.subject || chr(10) || t.description) as body from support_tickets t
      where t.client_id = client and t.is_archived = archived
      order by t.urgency desc, t.created_at desc, t.id desc limit 200) as first;
  reach := case
    when customer is not null or seen < 200 or hits * 12 >= seen then 'all'
    when not search_has_trigram(pattern) then '10000'
    when hits > 0 and cap * seen / hits <= 10000 then (2 * cap * seen / hits)::text
  end;
  if reach is not null then
    -- With "|| ''" no plan takes this for what the trigram index holds.
    execute 'select array(select id from (select * from support_tickets' || chosen || ordered || reach || ') as walked
        where (lower(subject || chr(10) || description) || '''' like $1' || numbered || ')' || wanted || ordered || '$11)' into found
      using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap, client;
    if reach = 'all' or cardinality(found) = cap then
      return query select unnest(found);
      return;
    end if;
    if not search_has_trigram(pattern) then
      return query select unnest(found);
      return query execute 'select id from support_tickets' || chosen || ' and ticket_number = $2 and id <> all ($13)' || wanted
        using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap, client, found;
      return;
    end if;
  end if;
  return query execute 'with rare as materialized (select id, urgency, created_at from support_tickets' || chosen
      || ' and (lower(subject || chr(10) || description) like $1' || numbered || ')' || wanted
      || ') select id from rare' || ordered || '$11'
    using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap, client;
end $$;
