-- Who has a phone number, by its last digits: the rest is written in many ways.
drop index concurrently if exists customers_phone;
create index concurrently customers_phone on customers (client_id, right(regexp_replace(phone, '[^0-9]', '', 'g'), 7))
  where phone is not null;
