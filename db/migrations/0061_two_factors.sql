-- The second factor of a person: an authenticator app's key, sealed, and the keyed hashes of recovery codes. What is being set
-- up stands beside what is in use, which counts until the new one is confirmed by a code.
create table second_factors (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  secret bytea,
  pending_secret bytea,
  pending_since timestamptz(3),
  -- Of the code that was taken last, in steps of 30 seconds: it and those before it are not taken again.
  last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  wrong_codes int not null default 0 check (wrong_codes >= 0),
  last_wrong_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  check (cardinality(recovery_hashes) <= 20)
);
call protect_tenant_table('second_factors');
-- Who is signed in is found by a function of the owner's, before a tenant is known.
create policy sign_in_lookup on second_factors for select to current_user using (true);

alter table clients add column requires_two_factor boolean not null default false;

-- What proved, beyond the first factor, who is at a session; null while nothing did.
alter table sessions add column proof text check (proof in ('code', 'recovery-code', 'device', 'passkey'));

alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails
  add check (kind in ('reply', 'confirmation', 'existing_account', 'password_changed', 'data_request',
    'password_reset', 'invitation', 'invitation_known', 'change_email', 'account_notice')) not valid;
alter table outgoing_mails validate constraint outgoing_mails_kind_check;
