alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('reply', 'acknowledgement', 'confirmation', 'existing_account', 'password_changed', 'data_request',
    'password_reset', 'invitation', 'invitation_known', 'change_email', 'account_notice')) not valid;
alter table outgoing_mails validate constraint outgoing_mails_kind_check;
alter table outgoing_mails drop constraint outgoing_mails_check;
alter table outgoing_mails add constraint outgoing_mails_check
  check ((kind in ('reply', 'acknowledgement')) = (message_id is not null)) not valid;
alter table outgoing_mails validate constraint outgoing_mails_check;

-- Whose new ticket was acknowledged last when: nobody gets a second mail within a day, whoever asks at the same time.
create table acknowledgements (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- In lower case, without what stands behind a plus.
  email text not null check (char_length(email) <= 320),
  sent_at timestamptz(3) not null,
  primary key (client_id, email)
);
create index acknowledgements_time on acknowledgements (client_id, sent_at);
call protect_tenant_table('acknowledgements');
