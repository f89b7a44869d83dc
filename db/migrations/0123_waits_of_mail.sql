-- What a mail that came waits for while it is not processed, and since when; null where only its job is to come. How long its
-- sender may be looked up is counted from lookup_since, whichever processes do it, and sender_verdict is what they found.
-- yields counts how often it let other mail come first, break_offs how often a process ended that had it in hand, faults
-- how often it failed by what it is.
alter table mail_log
  add column waits_for text,
  add column waits_since timestamptz(3),
  add column lookup_since timestamptz(3),
  add column sender_verdict jsonb,
  add column yields smallint not null default 0,
  add column in_hand boolean not null default false,
  add column break_offs smallint not null default 0,
  add column faults smallint not null default 0;
alter table mail_log add constraint mail_log_waits_for_check
  check (waits_for in ('reading', 'place', 'sender', 'mail', 'server')) not valid;
