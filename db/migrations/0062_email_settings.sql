-- What is not set is null and follows the defaults; the screen tells the two apart. Changing the type rewrites the rows of
-- every tenant.
alter table email_settings
  alter column primary_color drop not null,
  alter column primary_color drop default,
  alter column primary_color type text using nullif(lower(primary_color), '#667eea'),
  alter column secondary_color drop not null,
  alter column secondary_color drop default,
  alter column secondary_color type text using nullif(lower(secondary_color), '#764ba2'),
  alter column signature_html drop not null,
  alter column signature_html drop default,
  alter column signature_html type text using nullif(signature_html, '<p>Best regards,<br>Support Team</p>'),
  add column acknowledges boolean not null default false,
  add column acknowledgement_text text check (char_length(acknowledgement_text) between 1 and 2000),
  add check (char_length(signature_html) <= 10000),
  add check (char_length(logo_url) <= 2000);

-- Logos that were uploaded, each at a public address that cannot be guessed: customers' mail programs load them.
create table email_logos (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  -- The last part of its address.
  name text not null,
  file_id uuid not null,
  file_size int not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  created_at timestamptz(3) not null default now(),
  -- When it was first among the saved settings, and when it was replaced there.
  used_from timestamptz(3),
  used_until timestamptz(3),
  primary key (client_id, id),
  unique (client_id, name),
  foreign key (client_id, file_id) references files (client_id, id)
);
create index email_logos_file on email_logos (client_id, file_id);
call protect_tenant_table('email_logos');
