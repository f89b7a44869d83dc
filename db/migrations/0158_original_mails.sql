-- The Message-ID of the mail that a colleague passed on by this one: an answer names that, as whoever wrote it does not know the forward.
alter table ticket_messages add column original_mail_id text;
