-- A sign-up waits until its address may be mailed to again: when and with what it was made, from which network, and when it was
-- mailed its link.
alter table account_claims
  add column asked jsonb,
  add column network text not null default 'unknown' check (char_length(network) <= 40),
  add column mailed_at timestamptz(3);
update account_claims set mailed_at = created_at
  where exists (select from account_links where subject_id = account_claims.id);
grant select (created_at, asked, network, mailed_at), update (mailed_at) on account_claims to deskhand_app;

-- Until when somebody waits for the next mail by a key.
alter table account_mail_times add column waits_until timestamptz(3);

-- Whoever asks twice for one change of address has a link already.
grant select (email, created_at) on account_links to deskhand_app;

-- The owner of an account is told how often its password was guessed.
grant select (key, count, until) on password_guesses to deskhand_app;
