-- Returns tickets whose subject or first message contains the typed text as it is: a single word, possibly inside
-- another, or symbols, if no word matches; and any text while tickets lack documents. Text without three letters in a
-- row, which no index holds, is searched among the newest two thousand.
create or replace function search_inside(wanted jsonb, condition text, cap int) returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  typed constant text := array_to_string(json_texts(wanted -> 'words') || json_texts(wanted -> 'phrases'), ' ');
  pattern constant text := '%' || search_like(lower(typed)) || '%';
  found uuid[];
begin
  if typed = '' or length(typed) < 3 and typed ~ '[[:alnum:]]' or wanted ?| '{from,order}'
    or typed ~ '[[:alnum:]]' and (typed ~ '\s' or wanted ? 'phrases') and not are_tickets_waiting() then
    return '{}';
  end if;
  execute 'select array(select t.id from ' || case when search_has_trigram(typed) then 'support_tickets t'
      else '(select * from support_tickets where client_id = $1 and not is_archived and not is_snoozed
        order by urgency desc, created_at desc, id desc limit 2000) as t' end
    || ' where t.client_id = $1 and ticket_text(t) like $2' || condition || ' limit $3)'
    into found using client, pattern, cap;
  return found;
end $$;
revoke all on function search_inside from public;
