-- Which tries of a mail failed since it was queued, by which the next one is timed, and how often the process ended that was sending it.
alter table outgoing_mails add column tries integer not null default 0;
alter table outgoing_mails add column break_offs integer not null default 0;
