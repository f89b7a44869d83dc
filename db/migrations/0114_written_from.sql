-- Where a mail came from, where the answers of its ticket go to another mailbox; `is_written_by_store` where that is proven to be the
-- store's own, or its people's. A ticket has that of the mail that began it, or one that was merged into it.
alter table ticket_messages
  add column written_from text,
  add column is_written_by_store boolean not null default false;
alter table support_tickets
  add column written_from text,
  add column is_written_by_store boolean not null default false;
alter table ticket_messages add constraint ticket_messages_written_from_check
  check (char_length(written_from) between 1 and 320) not valid;
alter table support_tickets add constraint support_tickets_written_from_check
  check (char_length(written_from) between 1 and 320) not valid;
