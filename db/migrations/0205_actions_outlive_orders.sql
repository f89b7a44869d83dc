-- What was done to an order stays when the order is deleted, as it counts against limits: who did what, when and for how much. What it
-- says of the customer is removed by whoever deletes the order.
alter table order_actions alter column order_id drop not null;
alter table order_actions drop constraint order_actions_client_id_order_id_fkey;
alter table order_actions
  add foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete set null (order_id) not valid;

-- An action may be off for a role altogether.
alter table order_limits drop constraint order_limits_mode_check;
alter table order_limits add constraint order_limits_mode_check check (mode in ('may', 'asks', 'off')) not valid;
