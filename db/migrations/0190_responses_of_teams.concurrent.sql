-- The responses of a team.
drop index concurrently if exists canned_responses_team;
create index concurrently canned_responses_team on canned_responses (client_id, team_id) where team_id is not null;
