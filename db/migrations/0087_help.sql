-- What people made of the help center's articles, which are files: when they last opened one, and what they think of it.
create table help_uses (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  article_id text not null check (article_id ~ '^[a-z0-9-]{1,80}$'),
  -- The last day (UTC) that it was opened on; null while it was only voted on.
  opened_on date,
  is_helpful boolean,
  rating smallint check (rating between 1 and 5),
  primary key (client_id, user_id, article_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
call protect_tenant_table('help_uses');

-- The same added up over all stores, kept by a trigger: it says of nobody what they read or think.
create table help_figures (
  article_id text primary key,
  views bigint not null,
  helpful bigint not null,
  not_helpful bigint not null,
  ratings bigint not null,
  rating_sum bigint not null
);
grant select on help_figures to deskhand_app;
