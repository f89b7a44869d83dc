-- For the requests of somebody who leaves the team, and how many of theirs wait.
drop index concurrently if exists order_actions_waiting_of;
create index concurrently order_actions_waiting_of on order_actions (client_id, by_id) where state = 'waiting';
