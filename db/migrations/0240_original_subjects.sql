-- A mail that a colleague forwards has the subject of its writer here, as the colleague's own is not for the customer
-- (docs/product.md#subjects). Null if unknown, or for a mail that nobody forwarded.
alter table ticket_messages add column original_subject text;
alter table ticket_messages add constraint ticket_messages_original_subject_check
  check (char_length(original_subject) between 1 and 998) not valid;
