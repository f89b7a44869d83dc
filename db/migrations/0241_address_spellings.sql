-- Addresses are stored and compared in lower case, but a mail server may tell apart the letters before the @ (RFC 5321, section 2.4), as
-- the relays of marketplaces do. A row has the spelling to send to and to show, where that differs.
create table address_spellings (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  email text not null check (char_length(email) between 1 and 320),
  written text not null check (char_length(written) between 1 and 320 and written <> email),
  -- Whether its owner wrote it so; else somebody named them, or typed it.
  is_own boolean not null,
  primary key (client_id, email)
);
call protect_tenant_table('address_spellings');
