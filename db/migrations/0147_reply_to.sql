-- A mail may ask to be answered to more than its writer: the others in its Reply-To.
alter table message_recipients drop constraint message_recipients_kind_check;
alter table message_recipients add constraint message_recipients_kind_check
  check (kind in ('to', 'cc', 'bcc', 'reply-to')) not valid;
