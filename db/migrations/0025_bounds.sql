-- How often an agent had a mail sent again. Its return path carries it, so that a late bounce of an earlier sending is not
-- taken for one of the newest.
alter table outgoing_mails add column resends int not null default 0;
