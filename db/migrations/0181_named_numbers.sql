-- The numbers by which a customer's message, and a ticket's subject and first message, may name orders and parcels: found when they are kept, as
-- reading them at each look takes the whole texts. Null where that is still to be done, and where nobody asks.
alter table ticket_messages add column named_numbers jsonb;
alter table support_tickets add column named_numbers jsonb;
