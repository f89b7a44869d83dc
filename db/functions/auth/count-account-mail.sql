-- Counts a mail to an address before it is queued. Returns false without counting if it follows the last one too soon
-- or exceeds the limit of 24 hours.
create or replace function count_account_mail(mail_key text, minutes int, per_day int) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into account_mail_times as known (key, latest_at, day_began_at, in_day) values (mail_key, now(), now(), 1)
    on conflict (key) do update set
      latest_at = now(),
      day_began_at = case when known.day_began_at <= now() - interval '1 day' then now() else known.day_began_at end,
      in_day = case when known.day_began_at <= now() - interval '1 day' then 1 else known.in_day + 1 end
    where known.latest_at <= now() - make_interval(mins => minutes)
      and (known.in_day < per_day or known.day_began_at <= now() - interval '1 day');
  return found;
end $$;
revoke all on function count_account_mail from public;
grant execute on function count_account_mail to deskhand_app;

-- Records that a mail's link was used: the next mail need not wait, but still counts for the day.
create or replace function end_account_mail_wait(mail_key text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update account_mail_times set latest_at = now() - interval '1 hour' where key = mail_key;
  end;
revoke all on function end_account_mail_wait from public;
grant execute on function end_account_mail_wait to deskhand_app;

-- Returns when the next mail for a key may be queued.
create or replace function account_mail_due_at(mail_key text, minutes int, per_day int) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select greatest(
      latest_at + make_interval(mins => minutes),
      case when in_day >= per_day then day_began_at + interval '1 day' end
    ) from account_mail_times where key = mail_key;
  end;
revoke all on function account_mail_due_at from public;
grant execute on function account_mail_due_at to deskhand_app;

-- Returns the seconds until then for the first caller that waits; null if one already waits.
create or replace function wait_for_account_mail(mail_key text, minutes int, per_day int) returns int
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update account_mail_times
    set waits_until = greatest(account_mail_due_at(mail_key, minutes, per_day), now() + interval '1 second')
    where key = mail_key and (waits_until is null or waits_until <= now())
    returning ceil(extract(epoch from waits_until - now()))::int;
  end;
revoke all on function wait_for_account_mail from public;
grant execute on function wait_for_account_mail to deskhand_app;
