create table canned_responses (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 100),
  content text not null check (char_length(content) between 1 and 10000),
  category text not null check (char_length(category) between 1 and 50),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  is_active boolean not null default true,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, created_by) references users (client_id, id) on delete set null (created_by),
  foreign key (client_id, updated_by) references users (client_id, id) on delete set null (updated_by)
);
create index canned_responses_listed on canned_responses (client_id, category, title) where is_active;
call protect_tenant_table('canned_responses');
-- Soft deletes only (spec part 1, section 4).
revoke delete on canned_responses from deskhand_app;
create policy sign_up on canned_responses for insert to deskhand_auth with check (true);
grant insert on canned_responses to deskhand_auth;

-- The five built-in templates (spec part 1, section 3).
create procedure add_first_canned_responses(tenant uuid) language sql begin atomic
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

create function greet_tenant() returns trigger language plpgsql as $$
begin
  call add_first_canned_responses(new.id);
  return null;
end $$;
create trigger clients_greeted after insert on clients for each row execute function greet_tenant();

do $$
declare
  tenant uuid;
begin
  for tenant in select id from clients loop
    perform set_config('app.client_id', tenant::text, true);
    call add_first_canned_responses(tenant);
  end loop;
end $$;
