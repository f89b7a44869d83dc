-- What the door saw of a mail's sender, and what was found out about it. `remote_host` and `helo` are of the SMTP client;
-- `provider_check` is the verdict that came with a webhook.
alter table mail_log
  add column remote_host text,
  add column helo text,
  add column provider_check text,
  add column sender_check text check (sender_check in ('pass', 'fail', 'none')),
  add column sender_check_reason text;

-- Mail whose sender could not be verified is marked, and a ticket made of it links to the one that it names.
alter table ticket_messages add column is_unverified boolean not null default false;
alter table support_tickets
  add column is_unverified boolean not null default false,
  add column named_ticket_id uuid;
alter table support_tickets add constraint support_tickets_named_ticket_fkey
  foreign key (client_id, named_ticket_id) references support_tickets (client_id, id) on delete set null (named_ticket_id) not valid;
create index support_tickets_named on support_tickets (client_id, named_ticket_id) where named_ticket_id is not null;

alter table ticket_messages drop constraint ticket_messages_threading_reason_check;
alter table ticket_messages add constraint ticket_messages_threading_reason_check
  check (threading_reason in ('new_conversation', 'reply_address', 'references', 'subject_label', 'named_mail')) not valid;

-- The mails that a conversation's mails name and that are not here: what began elsewhere, or is still on its way.
create table named_mails (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  mail_message_id text not null check (octet_length(mail_message_id) <= 998),
  author_email text not null check (char_length(author_email) <= 320),
  ticket_id uuid not null,
  primary key (client_id, mail_message_id, author_email, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade
);
create index named_mails_ticket on named_mails (client_id, ticket_id);
call protect_tenant_table('named_mails');
