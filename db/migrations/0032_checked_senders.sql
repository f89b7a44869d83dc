-- In a transaction of its own: looking through all rows keeps nobody from reading or writing them.
alter table ticket_messages validate constraint ticket_messages_threading_reason_check;
alter table support_tickets validate constraint support_tickets_named_ticket_fkey;
