-- The mails that came whose subject, sender, recipients or Message-ID hold a text: the newest before a moment and id, and perhaps some
-- more. What the newest hold is common, and found by walking over them; anything else by the trigram index. A text without three
-- letters in a row, which no index holds, is looked for among the newest 20,000. As with all search functions: `like` is not
-- leakproof, so under row-level security no index would be used; the function filters by the tenant itself and returns ids alone.
create or replace function find_incoming_mails(
  typed text, of_state text, since timestamptz, before_at timestamptz, before_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  pattern constant text := '%' || search_like(plain) || '%';
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
  has_trigram constant boolean := search_has_trigram(plain);
  width constant int := case when has_trigram then 3000 else 20000 end;
  seen int;
  found uuid[];
begin
  with walked as materialized (
    (select m.id, m.received_at,
        mail_log_text(m.subject, m.from_email, m.envelope_from, m.envelope_to, m.mail_message_id) like pattern as is_hit from mail_log m
      where of_state is null and m.client_id = client and m.received_at >= since and (m.received_at, m.id) < (before_at, before_id)
      order by m.received_at desc, m.id desc limit width)
    union all
    (select m.id, m.received_at,
        mail_log_text(m.subject, m.from_email, m.envelope_from, m.envelope_to, m.mail_message_id) like pattern from mail_log m
      where of_state is not null and m.client_id = client and m.state = of_state and m.received_at >= since
        and (m.received_at, m.id) < (before_at, before_id)
      order by m.received_at desc, m.id desc limit width))
  select array(select id from walked where is_hit order by received_at desc, id desc limit cap), (select count(*) from walked)
    into found, seen;
  if cardinality(found) < cap and seen = width and has_trigram then
    with matching as materialized (
      select m.id, m.received_at from mail_log m
      where m.client_id = client and m.finished_at is not null
        and mail_log_text(m.subject, m.from_email, m.envelope_from, m.envelope_to, m.mail_message_id) like beginning
        and (length(plain) <= 16
          or mail_log_text(m.subject, m.from_email, m.envelope_from, m.envelope_to, m.mail_message_id) || '' like pattern)
        and (of_state is null or m.state = of_state) and m.received_at >= since and (m.received_at, m.id) < (before_at, before_id))
    select found || array(select id from matching order by received_at desc, id desc limit cap) into found;
  end if;
  return query select unnest(found);
end $$;
revoke all on function find_incoming_mails from public;
grant execute on function find_incoming_mails to deskhand_app;

-- The same of the mails that go out, in subject, recipient and Message-ID.
create or replace function find_outgoing_mails(
  typed text, of_state text, since timestamptz, before_at timestamptz, before_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  pattern constant text := '%' || search_like(plain) || '%';
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
  has_trigram constant boolean := search_has_trigram(plain);
  width constant int := case when has_trigram then 3000 else 20000 end;
  seen int;
  found uuid[];
begin
  with walked as materialized (
    (select m.id, m.created_at, outgoing_mail_text(m.to_email, m.details, m.mail_message_id) like pattern as is_hit from outgoing_mails m
      where of_state is null and m.client_id = client and m.created_at >= since and (m.created_at, m.id) < (before_at, before_id)
      order by m.created_at desc, m.id desc limit width)
    union all
    (select m.id, m.created_at, outgoing_mail_text(m.to_email, m.details, m.mail_message_id) like pattern from outgoing_mails m
      where of_state is not null and m.client_id = client and m.state = of_state and m.created_at >= since
        and (m.created_at, m.id) < (before_at, before_id)
      order by m.created_at desc, m.id desc limit width))
  select array(select id from walked where is_hit order by created_at desc, id desc limit cap), (select count(*) from walked)
    into found, seen;
  if cardinality(found) < cap and seen = width and has_trigram then
    with matching as materialized (
      select m.id, m.created_at from outgoing_mails m
      where m.client_id = client and outgoing_mail_text(m.to_email, m.details, m.mail_message_id) like beginning
        and (length(plain) <= 16 or outgoing_mail_text(m.to_email, m.details, m.mail_message_id) || '' like pattern)
        and (of_state is null or m.state = of_state) and m.created_at >= since and (m.created_at, m.id) < (before_at, before_id))
    select found || array(select id from matching order by created_at desc, id desc limit cap) into found;
  end if;
  return query select unnest(found);
end $$;
revoke all on function find_outgoing_mails from public;
grant execute on function find_outgoing_mails to deskhand_app;
