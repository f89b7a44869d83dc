-- The mail log is read by state and by what it says, the mails that went out beside those that came.
alter table mail_log add column mail_message_id text check (char_length(mail_message_id) <= 998);

create index mail_log_state on mail_log (client_id, state, received_at desc, id desc);
create index outgoing_mails_newest on outgoing_mails (client_id, created_at desc, id desc);
create index outgoing_mails_state on outgoing_mails (client_id, state, created_at desc, id desc);

-- What a mail is searched by, in lower case.
create function mail_log_text(subject text, from_email text, envelope_from text, envelope_to text, mail_message_id text) returns text
  language sql immutable parallel safe
  return lower(coalesce(subject, '') || chr(10) || coalesce(from_email, '') || chr(10) || envelope_from || chr(10)
    || envelope_to || chr(10) || coalesce(mail_message_id, ''));
create function outgoing_mail_text(to_email text, details jsonb, mail_message_id text) returns text
  language sql immutable parallel safe
  return lower(coalesce(details ->> 'subject', '') || chr(10) || to_email || chr(10) || mail_message_id);

-- What still waits changes once more, and is among the newest.
create index mail_log_text on mail_log
  using gin (client_id, mail_log_text(subject, from_email, envelope_from, envelope_to, mail_message_id) gin_trgm_ops)
  where finished_at is not null;
create index outgoing_mails_text on outgoing_mails
  using gin (client_id, outgoing_mail_text(to_email, details, mail_message_id) gin_trgm_ops);

-- find_incoming_mails and find_outgoing_mails run as the owner, whom forced policies bind too.
create policy search on mail_log for select to current_user using (true);
create policy search on outgoing_mails for select to current_user using (true);
