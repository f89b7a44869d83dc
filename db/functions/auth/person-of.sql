-- Returns the account of an address, for mails to that address only: the application cannot read identities.
create or replace function person_of(address text)
  returns table (client_id uuid, user_id uuid, is_active boolean)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select u.client_id, u.id, u.is_active
    from identities i join users u on u.client_id = i.client_id and u.id = i.id
    where i.email = lower(address);
  end;
revoke all on function person_of from public;
grant execute on function person_of to deskhand_app;
