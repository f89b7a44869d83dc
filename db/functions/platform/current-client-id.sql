-- Returns the transaction's tenant. Raises an error if none is set: 42704 on a fresh connection, 22P02 on a used one.
create or replace function current_client_id() returns uuid
  language sql stable
  return current_setting('app.client_id')::uuid;
