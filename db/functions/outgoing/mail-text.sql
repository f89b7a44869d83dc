-- Returns a received mail's searched text, folded, as in mail_log_text.
create or replace function mail_log_text(subject text, from_email text, envelope_from text, envelope_to text, mail_message_id text) returns text
  language sql immutable parallel safe
  return public.search_letters(coalesce(subject, '') || chr(10) || coalesce(from_email, '') || chr(10) || envelope_from || chr(10)
    || envelope_to || chr(10) || coalesce(mail_message_id, '') || coalesce(chr(10) || public.shown_domains(concat_ws(' ', from_email, envelope_from, envelope_to)), ''));

-- Returns an outgoing mail's searched text, folded, as in outgoing_mails_text.
create or replace function outgoing_mail_text(to_email text, details jsonb, mail_message_id text) returns text
  language sql immutable parallel safe
  return public.search_letters(coalesce(details ->> 'subject', '') || chr(10) || to_email || chr(10) || mail_message_id || coalesce(chr(10) || public.shown_domains(to_email), ''));
