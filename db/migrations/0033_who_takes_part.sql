-- Whether a mail made its sender take part in its ticket: nothing spoke against the address in From, and nobody else
-- stood behind it. What came before is believed as it was.
alter table mail_log add column takes_part boolean not null default true;
alter table mail_log alter column takes_part set default false;
