-- Whether one number is the end of the other, ignoring zeros that replace a country code.
create or replace function phone_ends_alike(one text, other text) returns boolean
  language sql immutable parallel safe
  return one like '%' || ltrim(other, '0') or other like '%' || ltrim(one, '0');

-- Returns the customers with a phone number in any notation: with a country code, a leading zero, or neither.
create or replace function find_phones(digits text) returns setof uuid
  language sql stable security definer rows 9 set search_path = public, pg_temp as $$
  select c.id from customers c
  where c.client_id = current_setting('app.client_id')::uuid and c.phone is not null
    and right(regexp_replace(c.phone, '[^0-9]', '', 'g'), 7) = right(digits, 7)
    and phone_ends_alike(regexp_replace(replace(c.phone, '(0)', ''), '[^0-9]', '', 'g'), digits)
  order by c.id desc limit 9;
$$;
revoke all on function find_phones from public;
grant execute on function find_phones to deskhand_app;
