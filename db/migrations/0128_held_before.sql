-- What the limits of earlier versions held back: which of them it was stands in the reason alone.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update mail_log set held_by = case
        when reason like '% mails came from %' then 'sender'
        when reason like '% mails came to this ticket %' then 'ticket'
        else 'automatic' end
      where client_id = tenant and state = 'loop_stopped' and not is_released and reason like 'More than %';
  end loop;
end $$;
-- Looked through while others go on writing.
alter table mail_log validate constraint mail_log_held_by_check;
