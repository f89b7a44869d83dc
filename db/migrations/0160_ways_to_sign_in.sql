-- Whether people of a store may sign in with an account elsewhere.
alter table clients add column allows_google boolean not null default true;
alter table clients add column allows_twitter boolean not null default true;
