-- Whether its author closed the notice that a reply came back, on any device. Its text stays here until a composer has it.
alter table kept_replies add column is_seen boolean not null default false;
