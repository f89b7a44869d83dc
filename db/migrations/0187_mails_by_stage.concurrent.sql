-- The lists of the Messages tab and their counts: mails of tickets by stage, and scheduled replies, the newest first.
drop index concurrently if exists outgoing_mails_stage;
create index concurrently outgoing_mails_stage on outgoing_mails
  (client_id, delivery_stage(state, held_until, bounced_at), created_at desc, id desc) where message_id is not null;
drop index concurrently if exists kept_replies_scheduled;
create index concurrently kept_replies_scheduled on kept_replies (client_id, created_at desc, id desc) where state = 'waiting' and is_later;
