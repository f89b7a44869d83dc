-- Mailboxes of other firms were taken for the store's own by their names (office@, sales@), and left out of answers. Of what was kept so only
-- what is in a domain of the store's, what the kept mail says to have been passed on from, or what it names alone is its own; where no domain of
-- the store's is known (webmail is none), it stays as it was.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    with homes as (
      select substring(lower(email) from '[^@]*$') as domain from users where client_id = tenant
      union select substring(address from '[^@]*$') from inbound_addresses where client_id = tenant
    )
    update message_recipients r set is_ours = false
      where r.client_id = tenant and r.is_ours
        and r.email ~ '^(support|help(desk)?|info(rmation)?|service|sales|shop|store|orders?|contact|hello|hi|hallo|care|team|office|mail|kundenservice|kundendienst|kontakt|ayuda|soporte|contacto|aide|assistance|bonjour|klantenservice|assistenza|suporte|atendimento)\y'
        and not exists (select from inbound_addresses i where i.client_id = tenant and i.address = r.email)
        and exists (select from message_recipients o where o.client_id = tenant and o.message_id = r.message_id and o.email <> r.email)
        and exists (select from homes h where h.domain !~ '^((gmail|googlemail|icloud|me|mac|aol|msn|ymail|web|proton|protonmail|pm|hey|tutanota|fastmail|zoho|mail|yandex|qq|163|126|naver)\.(com|de|me|ru)|(gmx|yahoo|hotmail|live|outlook)\..*)$')
        and not exists (select from homes h, substring(r.email from '[^@]*$') as at
          where h.domain !~ '^((gmail|googlemail|icloud|me|mac|aol|msn|ymail|web|proton|protonmail|pm|hey|tutanota|fastmail|zoho|mail|yandex|qq|163|126|naver)\.(com|de|me|ru)|(gmx|yahoo|hotmail|live|outlook)\..*)$'
            and (at = h.domain or at like '%.' || h.domain or h.domain like '%.' || at))
        and not exists (
          select from mail_log l
          join raw_mail_chunks c on c.raw_mail_id = l.raw_mail_id and c.position = 0,
            regexp_split_to_table(lower(encode(substring(c.bytes for 65536), 'escape')), '\n') as line
          where l.client_id = tenant and l.message_id = r.message_id
            and line ~ '^(delivered-to|x-original-to|x-forwarded-for|x-forwarded-to|x-envelope-to):' and strpos(line, r.email) > 0);
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
