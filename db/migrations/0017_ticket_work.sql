-- A ticket's subject may be changed too.
alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check check (kind in ('created', 'status_changed',
  'reopened', 'note_added', 'replied', 'customer_replied', 'assigned', 'priority_changed', 'category_changed',
  'tags_changed', 'due_date_changed', 'subject_changed'));

-- Deleting a ticket looks for whatever refers to it and to its messages: without these it reads the tenant's whole mail
-- log once for every message.
create index mail_log_ticket on mail_log (client_id, ticket_id) where ticket_id is not null;
create index mail_log_message on mail_log (client_id, message_id) where message_id is not null;
create index notifications_ticket on notifications (client_id, ticket_id) where ticket_id is not null;
create index ticket_attachments_message on ticket_attachments (client_id, message_id) where message_id is not null;

-- A file may be on several tickets, or belong to something else too: its last user takes it away.
create procedure delete_unused_files(file_ids uuid[]) language plpgsql as $$
declare
  unwanted uuid;
begin
  foreach unwanted in array file_ids loop
    begin
      delete from files where id = unwanted;
    exception when foreign_key_violation then
      null; -- Something refers to it.
    end;
  end loop;
end $$;

-- Who wrote a mail need not be the ticket's customer: the thread then shows the address.
alter table ticket_messages add column author_email text check (char_length(author_email) <= 320);
do $$
declare
  tenant uuid;
begin
  for tenant in select id from clients loop
    perform set_config('app.client_id', tenant::text, true);
    update ticket_messages message set author_email = mail.from_email from mail_log mail
      where mail.client_id = message.client_id and mail.message_id = message.id and message.is_from_customer;
  end loop;
end $$;
