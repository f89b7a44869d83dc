-- A message has a mail for each of its recipients, all under its one Message-ID.
drop index concurrently if exists outgoing_mails_message_id;
create index concurrently outgoing_mails_message_id on outgoing_mails (client_id, mail_message_id);
drop index concurrently if exists outgoing_mails_recipient;
create unique index concurrently outgoing_mails_recipient on outgoing_mails (client_id, message_id, to_email)
  where message_id is not null and to_email <> '';
