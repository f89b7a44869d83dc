-- Until when a mail that was not delivered is tried again; null where no try failed, or none follows.
alter table outgoing_mails add column next_try_at timestamptz(3);
