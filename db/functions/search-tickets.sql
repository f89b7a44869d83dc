-- The tickets of a view that hold a text, in the list's order. What many of the first 60 hold is common, and found by walking
-- on: the trigram index would list nearly everything. A text without three letters in a row, which no index holds, is
-- looked for among the first 10,000; a ticket's number always. Few rows are declared, so that no plan reads all tickets to
-- join those found.
create or replace function search_tickets(
  pattern text, number int, archived boolean, statuses text[], priorities text[], categories text[], customer uuid,
  after_urgency smallint, after_created timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
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
  hits int;
  found uuid[];
begin
  if customer is null then
    select count(*) into hits
      from (select lower(t.subject || chr(10) || t.description) as body from support_tickets t
        where t.client_id = client and t.is_archived = archived
        order by t.urgency desc, t.created_at desc, t.id desc limit 60) as first
      where first.body like pattern;
    if hits >= 6 or not search_has_trigram(pattern) then
      -- With "|| ''" no plan takes this for what the trigram index holds.
      execute 'select array(select id from (select * from support_tickets' || chosen || ordered
          || case when hits >= 6 then 'all' else '10000' end || ') as walked
          where (lower(subject || chr(10) || description) || '''' like $1' || numbered || ')' || wanted || ordered || '$11)' into found
        using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap, client;
      return query select unnest(found);
      if hits < 6 and cardinality(found) < cap and number is not null then
        return query execute 'select id from support_tickets' || chosen || ' and ticket_number = $2 and id <> all ($13)' || wanted
          using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap, client, found;
      end if;
      return;
    end if;
  end if;
  return query execute 'select id from support_tickets' || chosen
      || ' and (lower(subject || chr(10) || description) like $1' || numbered || ')' || wanted || ordered || '$11'
    using pattern, number, archived, statuses, priorities, categories, customer, after_urgency, after_created, after_id, cap, client;
end $$;
revoke all on function search_tickets from public;
grant execute on function search_tickets to deskhand_app;
