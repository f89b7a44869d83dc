-- Creates the five canned responses of a new tenant.
create or replace procedure add_first_canned_responses(tenant uuid) language sql begin atomic
  insert into canned_responses (client_id, id, title, category, tags, content)
  select tenant, gen_random_uuid(), template.title, template.category, template.tags, template.content
  from (values
    ('Order on its way', 'Shipping', array['tracking', 'shipped'],
     'Hi {{customer.first_name}},

Good news: your order {{order.name}} is on its way with {{tracking.carrier}}. You can follow it here:
{{tracking.url}}

Tracking number: {{tracking.number}}

Best regards,
{{agent.name}}'),
    ('Delayed delivery', 'Shipping', array['delay', 'apology'],
     'Hi {{customer.first_name}},

I am sorry that your order {{order.name}} is taking longer than we promised. I have asked the carrier where the parcel is and will write to you as soon as I know more, at the latest within two working days.

Thank you for your patience,
{{agent.name}}'),
    ('How to return an item', 'Returns & Refunds', array['return', 'refund'],
     'Hi {{customer.first_name}},

Of course you can return your order {{order.name}}. Please send the item back unused and in its original packaging within 30 days, and put a note with your order number inside. We refund you within five working days after it has arrived.

Best regards,
{{agent.name}}'),
    ('More details, please', 'Product Support', array['question', 'photo'],
     'Hi {{customer.first_name}},

I am sorry to hear that something is not right. So that I can help you quickly, could you please tell me:

- what exactly happens, and since when
- what you have tried already
- and send a photo, if that shows the problem

Thank you,
{{agent.name}}'),
    ('Change account details', 'Account', array['account', 'address'],
     'Hi {{customer.first_name}},

You can change your name, address and password yourself: sign in at {{store.name}} and open "Account". If you would like me to do it for you, please answer this mail with the new details.

Best regards,
{{agent.name}}')
  ) as template (title, category, tags, content);
end;

create or replace function greet_tenant() returns trigger language plpgsql as $$
begin
  call add_first_canned_responses(new.id);
  return null;
end $$;
create or replace trigger clients_greeted after insert on clients for each row execute function greet_tenant();
