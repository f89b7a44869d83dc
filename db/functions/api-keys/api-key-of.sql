-- Returns the API key with a public part, whatever store it is of, before the tenant is known. The secret is compared by the caller.
create or replace function api_key_of(part text)
  returns table (
    client_id uuid, id uuid, name text, secret_hash bytea, earlier_hash bytea, scopes text[], ranges text[],
    is_revoked boolean, is_over boolean, is_use_due boolean
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select k.client_id, k.id, k.name, k.secret_hash, case when k.earlier_until > clock_timestamp() then k.earlier_hash end,
      k.scopes, k.ranges, k.revoked_at is not null, coalesce(k.ends_at <= clock_timestamp(), false),
      coalesce(k.last_used_at <= clock_timestamp() - interval '1 minute', true)
    from api_keys k where k.public_part = part;
  end;
revoke all on function api_key_of from public;
grant execute on function api_key_of to deskhand_app;
