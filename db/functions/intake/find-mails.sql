-- Returns received mails with each typed word in subject, sender, recipients or Message-ID, also within words: the
-- newest before a moment and id. Common words are found by walking over the newest, others through the trigram index. A
-- text without three letters in a row, which no index holds, is searched among the newest 20,000. Like all search
-- functions it filters by tenant itself and returns only ids: `like` is not leakproof, so row-level security would
-- prevent the use of indexes.
create or replace function find_incoming_mails(
  typed text, of_state text, since timestamptz, before_at timestamptz, before_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  terms constant text[] := search_terms(typed);
  has_trigram constant boolean := search_has_trigram(search_letters(typed));
  width constant int := case when has_trigram then 3000 else 20000 end;
  view constant text := ' from mail_log m where m.client_id = $1 and m.received_at >= $2 and (m.received_at, m.id) < ($3, $4)'
    || case when of_state is null then '' else ' and m.state = $5' end;
  body constant text := 'mail_log_text(m.subject, m.from_email, m.envelope_from, m.envelope_to, m.mail_message_id)';
  ordered constant text := ' order by received_at desc, id desc limit ';
  seen int;
  found uuid[];
begin
  execute 'with walked as materialized (select m.id, m.received_at, ' || body || ' as body' || view || ordered || '$6)
    select array(select id from walked where true' || search_held_condition('body', terms) || ordered || '$7), (select count(*) from walked)'
    into found, seen using client, since, before_at, before_id, of_state, width, cap;
  if cardinality(found) < cap and seen = width and has_trigram then
    execute 'with matching as materialized (select m.id, m.received_at' || view || ' and m.finished_at is not null' || search_held_condition(body, terms) || ')
      select array(select id from matching' || ordered || '$6)' into found using client, since, before_at, before_id, of_state, cap;
  end if;
  return query select unnest(found);
end $$;
revoke all on function find_incoming_mails from public;
grant execute on function find_incoming_mails to deskhand_app;

-- Does the same for outgoing mails, in subject, recipient and Message-ID; with `of_stage` for those of tickets in that
-- delivery_stage, or in any.
create or replace function find_outgoing_mails(
  typed text, of_state text, since timestamptz, before_at timestamptz, before_id uuid, cap int,
  of_stage text default null
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  terms constant text[] := search_terms(typed);
  has_trigram constant boolean := search_has_trigram(search_letters(typed));
  width constant int := case when has_trigram then 3000 else 20000 end;
  view constant text := ' from outgoing_mails m where m.client_id = $1 and m.created_at >= $2 and (m.created_at, m.id) < ($3, $4)'
    || case when of_state is null then '' else ' and m.state = $5' end
    || case when of_stage is null then '' else ' and m.message_id is not null' end
    || case when of_stage is null or of_stage = 'any' then '' else ' and delivery_stage(m.state, m.held_until, m.bounced_at) = $8' end;
  body constant text := 'outgoing_mail_text(m.to_email, m.details, m.mail_message_id)';
  ordered constant text := ' order by created_at desc, id desc limit ';
  seen int;
  found uuid[];
begin
  execute 'with walked as materialized (select m.id, m.created_at, ' || body || ' as body' || view || ordered || '$6)
    select array(select id from walked where true' || search_held_condition('body', terms) || ordered || '$7), (select count(*) from walked)'
    into found, seen using client, since, before_at, before_id, of_state, width, cap, of_stage;
  if cardinality(found) < cap and seen = width and has_trigram then
    execute 'with matching as materialized (select m.id, m.created_at' || view || '' || search_held_condition(body, terms) || ')
      select array(select id from matching' || ordered || '$6)' into found using client, since, before_at, before_id, of_state, cap, null, of_stage;
  end if;
  return query select unnest(found);
end $$;
revoke all on function find_outgoing_mails from public;
grant execute on function find_outgoing_mails to deskhand_app;
