-- How often reading a mail took more time or memory than it may: the second time it is quarantined.
alter table mail_log add column overruns smallint not null default 0;
