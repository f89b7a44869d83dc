-- What a rate limit or a loop kept off a ticket, to be counted on it.
create index mail_log_held_back on mail_log (client_id, ticket_id) where state = 'loop_stopped' and ticket_id is not null;
