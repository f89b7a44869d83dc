-- The responses that are somebody's own.
drop index concurrently if exists canned_responses_owner;
create index concurrently canned_responses_owner on canned_responses (client_id, owner_id) where owner_id is not null;
