-- What people tell whoever runs the installation, from any screen of the desk.
create table feedback_submissions (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  user_id uuid,
  user_email text not null check (char_length(user_email) <= 320),
  type text not null check (type in ('feature', 'bug')),
  message text not null check (char_length(message) between 1 and 10000),
  -- Where an answer is to go: as it was entered, else the person's own address.
  email text not null check (char_length(email) between 1 and 320),
  idempotency_key uuid,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, user_id) references users (client_id, id) on delete set null (user_id)
);
create unique index feedback_submissions_key on feedback_submissions (client_id, user_id, idempotency_key);
create index feedback_submissions_by on feedback_submissions (client_id, user_id, created_at);
call protect_tenant_table('feedback_submissions');
-- Whoever runs the installation reads what all stores wrote, as the owner of the database; the application does not.
create policy operator on feedback_submissions for select to current_user using (true);

alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('reply', 'acknowledgement', 'confirmation', 'existing_account', 'password_changed', 'data_request',
    'password_reset', 'invitation', 'invitation_known', 'change_email', 'account_notice', 'forwarding_test',
    'address_check', 'feedback')) not valid;
alter table outgoing_mails validate constraint outgoing_mails_kind_check;
