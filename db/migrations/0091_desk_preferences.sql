-- How each person works through the tickets. Without a row: as `defaultPreferences` of the contract says.
create table desk_preferences (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  undo_seconds smallint not null check (undo_seconds in (0, 5, 10, 20, 30)),
  after_send text not null check (after_send in ('next', 'stay')),
  send_status text not null check (send_status in ('keep', 'pending', 'resolved')),
  sort text not null check (sort in ('priority', 'activity', 'waiting')),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
call protect_tenant_table('desk_preferences');
