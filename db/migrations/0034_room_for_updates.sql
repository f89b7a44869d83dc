-- A ticket and an entry of the mail log change soon after they were written: room on their page spares them their indexes.
alter table support_tickets set (fillfactor = 80);
alter table mail_log set (fillfactor = 70);
