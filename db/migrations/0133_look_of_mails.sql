-- How a store's mails to customers look: its branded mail, which is the default, or a plain letter.
alter table email_settings add column look text check (look in ('branded', 'letter'));
