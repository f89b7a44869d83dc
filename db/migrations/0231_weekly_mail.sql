-- The weekly mail (docs/decisions/0132): who gets it.
create table weekly_mail_readers (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  is_on boolean not null,
  -- The Monday, by the store's clocks, whose mail they last got, or that was past when they began to want it: each comes once.
  told_week date not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
call protect_tenant_table('weekly_mail_readers');

alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('reply', 'acknowledgement', 'confirmation', 'existing_account', 'password_changed', 'data_request',
    'password_reset', 'invitation', 'invitation_known', 'change_email', 'account_notice', 'forwarding_test',
    'address_check', 'feedback', 'weekly_mail')) not valid;
