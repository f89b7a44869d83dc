-- A mail's files come in one statement, so they are counted once.
create or replace function count_attachment() returns trigger language plpgsql as $$
begin
  update support_tickets t set attachment_count = t.attachment_count + added.count
    from (select client_id, ticket_id, count(*) from attachments_added group by client_id, ticket_id) as added
    where t.client_id = added.client_id and t.id = added.ticket_id;
  return null;
end $$;
create or replace trigger attachments_counted after insert on ticket_attachments
  referencing new table as attachments_added for each statement execute function count_attachment();
