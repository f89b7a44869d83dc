-- The mail log is searched as everything else is. The functions stand in db/functions as well.
drop index mail_log_text, outgoing_mails_text;
create or replace function mail_log_text(subject text, from_email text, envelope_from text, envelope_to text, mail_message_id text) returns text
  language sql immutable parallel safe
  return public.search_letters(coalesce(subject, '') || chr(10) || coalesce(from_email, '') || chr(10) || envelope_from || chr(10)
    || envelope_to || chr(10) || coalesce(mail_message_id, ''));
create or replace function outgoing_mail_text(to_email text, details jsonb, mail_message_id text) returns text
  language sql immutable parallel safe
  return public.search_letters(coalesce(details ->> 'subject', '') || chr(10) || to_email || chr(10) || mail_message_id);
create index mail_log_text on mail_log
  using gin (client_id, mail_log_text(subject, from_email, envelope_from, envelope_to, mail_message_id) gin_trgm_ops)
  where finished_at is not null;
create index outgoing_mails_text on outgoing_mails
  using gin (client_id, outgoing_mail_text(to_email, details, mail_message_id) gin_trgm_ops);
