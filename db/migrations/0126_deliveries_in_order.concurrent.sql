-- What is sent next, and whether an earlier mail to the same address waits.
drop index concurrently if exists outgoing_mails_next;
create index concurrently outgoing_mails_next on outgoing_mails (client_id, break_offs, coalesce(next_try_at, queued_at))
  where state = 'queued';
drop index concurrently if exists outgoing_mails_lane;
create index concurrently outgoing_mails_lane on outgoing_mails (client_id, to_email) where state = 'queued';
