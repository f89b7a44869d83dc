-- Canned responses that only a team sees (docs/product.md#macros).
alter table canned_responses
  -- Null for one of the whole store, or of a person. A deleted team leaves its responses to everybody.
  add column team_id uuid,
  add constraint canned_responses_home_check check (owner_id is null or team_id is null),
  -- All are null, and a check of what is there would run under the policies.
  add foreign key (client_id, team_id) references teams (client_id, id) on delete set null (team_id) not valid;
