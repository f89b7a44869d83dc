-- A contact form's mail names its visitor, who neither wrote nor got it.
alter table ticket_messages drop constraint ticket_messages_passed_on_check;
alter table ticket_messages add constraint ticket_messages_passed_on_check
  check (passed_on in ('forward', 'list', 'form')) not valid;
