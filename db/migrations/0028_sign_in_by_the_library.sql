-- Sign-in is the library's (decision 25): what stood beside it is no longer called.
drop function sessions_of;
drop function end_session;
drop function end_other_sessions;
drop function password_of;
drop function change_password;
drop function touch_session;

-- Global: requests to the sign-in are limited by IP before anybody is known. The library counts here for all processes; the
-- time is in milliseconds, as a double because the driver returns a bigint as text.
create table rate_limits (
  id uuid primary key,
  key text not null unique,
  count int not null,
  last_request double precision not null
);
grant select, insert, update, delete on rate_limits to deskhand_auth;
