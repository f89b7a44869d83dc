-- How many more people a mail names than are kept of them.
alter table ticket_messages add column left_out_addresses integer;
