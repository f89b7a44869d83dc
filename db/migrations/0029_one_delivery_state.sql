-- How far a reply is on its way is told by its outgoing mail alone. First what only the message knew: a bounce after the
-- mail was sent, and messages that were imported as sent or failed without a mail.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update outgoing_mails o set state = 'failed', sent_at = null, last_error = m.delivery_error
      from ticket_messages m
      where o.client_id = tenant and o.state = 'sent'
        and m.client_id = tenant and m.id = o.message_id and m.delivery_state = 'failed';
    insert into outgoing_mails (client_id, id, kind, message_id, mail_message_id, to_email, details, state, last_error, created_at, queued_at, sent_at)
      select tenant, gen_random_uuid(), 'reply', m.id, coalesce(m.mail_message_id, m.id::text), coalesce(c.email, ''),
        jsonb_build_object('subject', 'Re: ' || t.subject, 'ticketLabel', 'Ticket: ' || lpad(t.ticket_number::text, greatest(4, length(t.ticket_number::text)), '0'),
          'customerName', c.name, 'inReplyTo', null, 'references', '[]'::jsonb, 'answeredMessageId', null),
        case m.delivery_state when 'sent' then 'sent' else 'failed' end, m.delivery_error, m.created_at, m.created_at,
        case m.delivery_state when 'sent' then m.created_at end
      from ticket_messages m
      join support_tickets t on t.client_id = tenant and t.id = m.ticket_id
      left join customers c on c.client_id = tenant and c.id = t.customer_id
      where m.client_id = tenant and m.delivery_state is not null
        and not exists (select from outgoing_mails o where o.client_id = tenant and o.message_id = m.id)
      on conflict do nothing;
  end loop;
end $$;

-- The columns take the checks with them that name them. What is left of the one is true of every row there is.
alter table ticket_messages drop column delivery_state, drop column delivery_error;
alter table ticket_messages add constraint ticket_messages_check
  check (message_type = 'email' or (mail_message_id is null and not is_from_customer)) not valid;

-- Whoever writes a message or a file counts it in the same statement, so that a ticket's row is written once.
drop trigger if exists messages_counted on ticket_messages;
drop function if exists count_message();
drop trigger if exists attachments_counted on ticket_attachments;
drop function if exists count_attachment();
