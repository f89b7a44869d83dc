-- Global: a link in a mail is followed by somebody who is not signed in. Only the hash of what stands in it is kept; a link
-- that was used or has expired is kept for a while, so that its page can say so.
create table account_links (
  id uuid primary key,
  purpose text not null check (purpose in ('confirm', 'reset', 'invite', 'change-email')),
  token_hash text not null unique check (char_length(token_hash) = 43),
  -- Whom or what it is about: a claim, or a person.
  subject_id uuid not null,
  -- Where it was sent.
  email text not null check (email = lower(email) and char_length(email) <= 320),
  wrong_tries int not null default 0 check (wrong_tries >= 0),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index account_links_subject on account_links (subject_id);
grant select, insert, update, delete on account_links to deskhand_auth;
-- The application makes links and takes them back; what is followed is the sign-in's.
grant insert on account_links to deskhand_app;
grant select (id, purpose, subject_id, used_at), update (used_at) on account_links to deskhand_app;

-- Global: somebody who signs up has no tenant yet. Each sign-up is a claim of its own to an address, with the password that
-- its own link asks for; the application adds claims and drops them, and never reads a password.
create table account_claims (
  id uuid primary key,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  password text not null,
  name text not null check (char_length(name) <= 100),
  time_zone text not null check (char_length(time_zone) <= 64),
  created_at timestamptz(3) not null default now()
);
create index account_claims_email on account_claims (email);
grant select, insert, update, delete on account_claims to deskhand_auth;
grant insert, delete on account_claims to deskhand_app;
grant select (id, email) on account_claims to deskhand_app;

-- Global: anybody may ask for a mail to any address, so these are counted by the address before anybody is known.
create table account_mail_times (
  -- The hash of whom they go to and who asks.
  key text primary key check (char_length(key) = 43),
  latest_at timestamptz(3) not null,
  day_began_at timestamptz(3) not null,
  in_day int not null
);

-- Global: wrong passwords are counted before anybody is known.
create table password_guesses (
  id uuid primary key,
  key text not null unique check (char_length(key) = 43),
  count int not null,
  until timestamptz(3) not null
);
grant select, insert, update, delete on password_guesses to deskhand_auth;

-- However often a session is put off, it ends here.
alter table sessions add column ends_at timestamptz(3) not null default now() + interval '90 days';

-- A person is found by their id alone before their tenant is known.
create index users_id on users (id);

alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails
  add check (kind in ('reply', 'confirmation', 'existing_account', 'password_changed', 'data_request',
    'password_reset', 'invitation', 'invitation_known')) not valid;
alter table outgoing_mails validate constraint outgoing_mails_kind_check;

-- Stores of people who never confirmed their address, and so never signed in, are no longer made. The sign-up is free again.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    delete from clients where id = tenant
      and exists (select from identities i where i.client_id = tenant)
      and not exists (select from identities i where i.client_id = tenant and i.email_verified);
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
