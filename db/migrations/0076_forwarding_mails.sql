-- Mails that test a store's forwarding, and that ask whether an address is its own.
alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('reply', 'acknowledgement', 'confirmation', 'existing_account', 'password_changed', 'data_request',
    'password_reset', 'invitation', 'invitation_known', 'change_email', 'account_notice', 'forwarding_test',
    'address_check')) not valid;
alter table outgoing_mails validate constraint outgoing_mails_kind_check;
