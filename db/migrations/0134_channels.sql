-- By which channel a message comes or goes; a note goes by none. message_type stays what tells the two apart.
alter table ticket_messages add column channel text not null default 'email';
alter table ticket_messages add constraint ticket_messages_channel_check check (channel in ('email')) not valid;
