-- What a mail that came is searched by, folded, as mail_log_text has it.
create or replace function mail_log_text(subject text, from_email text, envelope_from text, envelope_to text, mail_message_id text) returns text
  language sql immutable parallel safe
  return public.search_letters(coalesce(subject, '') || chr(10) || coalesce(from_email, '') || chr(10) || envelope_from || chr(10)
    || envelope_to || chr(10) || coalesce(mail_message_id, '') || coalesce(chr(10) || public.shown_domains(concat_ws(' ', from_email, envelope_from, envelope_to)), ''));

-- What a mail that goes out is searched by, folded, as outgoing_mails_text has it.
create or replace function outgoing_mail_text(to_email text, details jsonb, mail_message_id text) returns text
  language sql immutable parallel safe
  return public.search_letters(coalesce(details ->> 'subject', '') || chr(10) || to_email || chr(10) || mail_message_id || coalesce(chr(10) || public.shown_domains(to_email), ''));
