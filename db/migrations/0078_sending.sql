-- How many mails that count went out on a day (UTC), by what they count as. Deleting what was sent takes nothing back.
create table sending_days (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  day date not null,
  -- To people who never wrote to the store, invitations among them.
  first_mails int not null default 0,
  -- To people who wrote to it.
  replies int not null default 0,
  primary key (client_id, day)
);
call protect_tenant_table('sending_days');

-- What a mail counts as; null for one that does not count, as about somebody's own password.
alter table outgoing_mails add column quota text check (quota in ('first', 'reply'));
-- The day that it was counted for; once, however often it is tried.
alter table outgoing_mails add column counted_on date;
-- Until when it waits because the day's mails were sent.
alter table outgoing_mails add column held_until timestamptz(3);

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'delivery_failed', 'mail_notice')) not valid;
alter table notifications validate constraint notifications_type_check;
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check
  check (unwanted <@ array['new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'delivery_failed', 'mail_notice']);

-- The domains that a store would send from, each with a key of the store's own: whoever publishes it in the domain's DNS has
-- proven that the domain is theirs.
create table sender_domains (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- As DNS has it: in lower case, letters beyond ASCII encoded.
  domain text not null check (domain ~ '^[a-z0-9_.-]{3,253}$'),
  selector text not null check (selector ~ '^[a-z0-9]{1,63}$'),
  public_key text not null,
  private_key bytea not null,
  made_at timestamptz(3) not null default now(),
  -- What was found of each record when it was last looked for.
  findings jsonb,
  checked_at timestamptz(3),
  -- When the key was last seen there; null where it was looked for since and was not right.
  verified_at timestamptz(3),
  primary key (client_id, domain)
);
call protect_tenant_table('sender_domains');
