-- An invited person has a profile before they have a sign-in; the invitation is open until they join.
alter table users add column invited_at timestamptz(3);
-- Who makes the identity, the sign-in, closes it.
grant update (invited_at) on users to deskhand_auth;

-- One person has one profile in a store, however often and from where they are invited at once.
create unique index users_email on users (client_id, email);
