-- What people of a store are not notified of until they choose themselves.
alter table clients add column unwanted_notifications text[] not null default '{}';
