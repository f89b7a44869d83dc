-- Of two people of one name the log says which: by the address that they had then. An entry from before says their address of now.
alter table audit_log add column actor_email text;
grant insert (actor_email) on audit_log to deskhand_app;
