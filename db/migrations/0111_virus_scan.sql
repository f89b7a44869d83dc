-- What the virus scanner says of a file that a customer sent: null where none was set as it came.
alter table ticket_attachments
  add column scan text check (scan in ('waiting', 'clean', 'infected', 'too_large')),
  add column virus text check (char_length(virus) between 1 and 200),
  add check ((scan is not distinct from 'infected') = (virus is not null));
create index ticket_attachments_waiting on ticket_attachments (client_id, created_at) where scan = 'waiting';
