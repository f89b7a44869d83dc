-- Mail that was stored and is not processed yet: a handful, found again should its job be lost.
create index mail_log_waiting on mail_log (client_id, queued_at) where state = 'received';
