import pg from "pg";

const store = "md5('store')::uuid";

const fill = (tickets: number) => `
  create temp table made_tickets as
    select n, md5('ticket ' || n)::uuid as id, md5('customer ' || n / 3)::uuid as customer_id from generate_series(1, ${tickets}) as n;
  create temp table made_messages as
    select md5(t.id::text || turn)::uuid as id, t.id as ticket_id, turn % 2 = 1 as is_from_customer
    from made_tickets t, generate_series(1, 5) as turn;
  insert into clients (id, client_code, store_name, support_email) values (${store}, 'crammed2', 'Full', 'help@full.example');
  insert into customers (client_id, id, email)
    select ${store}, customer_id, customer_id || '@full.example' from made_tickets group by customer_id;
  insert into support_tickets (client_id, id, ticket_number, customer_id, subject, description, preview, source)
    select ${store}, id, n, customer_id, 'Question ' || n, repeat('Where is it? ', 20), 'Where is it?', 'email' from made_tickets;
  insert into ticket_messages (client_id, id, ticket_id, content, message_type, is_from_customer, author_name)
    select ${store}, id, ticket_id, repeat('Where is it? ', 20), 'email', is_from_customer, 'Ann' from made_messages;
  insert into outgoing_mails (client_id, id, kind, message_id, mail_message_id, to_email, state, sent_at)
    select ${store}, id, 'reply', id, '<' || id || '@full.example>', 'ann@full.example', 'sent', now()
    from made_messages where not is_from_customer;
  insert into mail_log (client_id, id, via, envelope_from, envelope_to, state, raw_removed, ticket_id, finished_at)
    select ${store}, id, 'smtp', 'ann@full.example', 'help@full.example', 'reply_added', 'expired', ticket_id, now()
    from made_messages where is_from_customer`;

/**
 * Fills the busiest tables, so that work on a whole one takes time: this many tickets with five messages each, of a store without
 * people. `url` signs in as a superuser; nothing is counted, searchable or announced.
 */
export async function fillTables(url: string, tickets: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(fill(tickets));
    await client.query("vacuum (analyze) customers, support_tickets, ticket_messages, outgoing_mails, mail_log");
  } finally {
    await client.end();
  }
}
