-- Whether a mail was put in the outbox for want of a relay: a relay that is set up later never had it, and the log says so.
alter table outgoing_mails add column is_in_outbox boolean not null default false;
