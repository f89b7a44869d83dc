-- Who is removed exists for their tickets alone, until the last one is without them (docs/decisions/0125).
alter table users
  -- They have no address any more: that is free for whoever is invited with it.
  add column deleted_at timestamptz(3),
  add constraint users_deleted_check check (deleted_at is null or (not is_active and email = id::text));
