-- A mail may have several writers; those beside the first are answered too (from), or not, as its Reply-To names others (from-only).
alter table message_recipients drop constraint message_recipients_kind_check;
alter table message_recipients add constraint message_recipients_kind_check
  check (kind in ('to', 'cc', 'bcc', 'reply-to', 'from', 'from-only')) not valid;

-- The mailing list that passed it on, and what it names that is no address.
alter table ticket_messages
  add column list_email text,
  add column list_name text,
  add column unread_addresses text[];
