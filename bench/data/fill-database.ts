import pg from "pg";
import { firstResponses } from "./first-response.ts";
import { insertRows } from "./insert-rows.ts";
import { makeDocuments } from "./make-documents.ts";
import { makeMessages, messageColumns, outgoingColumns, outgoingOf } from "./make-messages.ts";
import { makeOrderStore, orderStore } from "./make-order-store.ts";
import { makeOrders, orderColumns } from "./make-orders.ts";
import { makeResources, resourceColumns } from "./make-resources.ts";
import { type MadeTenant, makeTenant } from "./make-tenant.ts";
import { makeTickets, ticketColumns } from "./make-tickets.ts";
import { createRandom, type Random } from "./random.ts";
import { type Scale, tenantShares } from "./scale.ts";

/** Filled without them and indexed at the end, which takes a fraction of the time. */
const bulkTables = [
  "support_tickets",
  "ticket_messages",
  "outgoing_mails",
  "ticket_activities",
  "ticket_places",
  "customers",
  "shopify_orders",
  "shopify_order_line_items",
  "shopify_order_fulfillments",
];

/**
 * Fills a migrated, empty database. `url` signs in as a superuser: row-level security and nearly all triggers are passed
 * over, and what they would have counted is written directly. The server never works like this.
 */
export async function fillDatabase(url: string, scale: Scale): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
    );
    const indexes = await dropIndexes(client);
    // What is not written directly: what an order is searched by, and how many resources have a category or a tag.
    await client.query("alter table shopify_orders enable always trigger orders_text_kept");
    await client.query("alter table knowledge_articles enable always trigger articles_counted_in");
    const random = createRandom(20_260_101);
    const tenants: string[] = [];
    for (const [index, share] of tenantShares.entries()) {
      const part = (whole: number) => Math.round((whole * share) / 100);
      const tenant = await makeTenant(client, index, part(scale.customers));
      const sizes = { tickets: part(scale.tickets), messages: part(scale.messages), rareWords: scale.tickets / 5 };
      await insertRows(client, "shopify_orders", orderColumns, makeOrders(random, tenant, part(scale.orders)));
      await fillTenant(client, random, tenant, sizes);
      tenants.push(tenant.id);
    }
    const store = await makeOrderStore(client);
    const resources = makeResources(random, store, orderStore.resources);
    await insertRows(client, "knowledge_articles", resourceColumns, resources);
    await client.query("alter table shopify_orders enable trigger orders_text_kept");
    await client.query("alter table knowledge_articles enable trigger articles_counted_in");
    for (const definition of indexes) await client.query(definition);
    await makeDocuments(client, tenants);
    await client.query("vacuum (analyze, freeze)");
  } finally {
    await client.end();
  }
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any ($1)
       and not exists (select from pg_constraint where conindid = quote_ident(indexname)::regclass)`,
    [bulkTables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${pg.escapeIdentifier(indexname)}`);
  return rows.map(({ indexdef }) => indexdef);
}

type Sizes = { tickets: number; messages: number; rareWords: number };

async function fillTenant(client: pg.Client, random: Random, tenant: MadeTenant, sizes: Sizes): Promise<void> {
  await client.query("begin");
  // A slice at a time: the messages of all tickets would not fit into memory.
  const all = makeTickets(random, tenant, sizes);
  for (let slice = take(all, 4_000); slice.length > 0; slice = take(all, 4_000)) {
    const messages = slice.flatMap(({ ticket }) => [...makeMessages(random, tenant, ticket)]);
    const responses = firstResponses(messages);
    const tickets = slice.map(({ ticket, row }) => {
      const response = responses.get(ticket.id);
      return [...row, response?.at ?? null, response?.ms ?? null];
    });
    await insertRows(client, "support_tickets", ticketColumns, tickets);
    await insertRows(client, "ticket_messages", messageColumns, messages);
    await insertRows(client, "outgoing_mails", outgoingColumns, outgoingOf(messages));
  }
  await insertRows(client, "knowledge_articles", resourceColumns, makeResources(random, tenant));
  await client.query("insert into ticket_number_counters (client_id, last_number) values ($1, $2)", [
    tenant.id,
    sizes.tickets,
  ]);
  // Else these rows seem few, and are joined one by one.
  await client.query("analyze support_tickets, ticket_messages");
  await client.query(lastWords, [tenant.id]);
  await client.query(
    `insert into ticket_count_deltas (client_id, status, priority, category, is_snoozed, delta)
     select client_id, status, priority, category, is_snoozed, count(*) from support_tickets where client_id = $1 group by 1, 2, 3, 4, 5`,
    [tenant.id],
  );
  await client.query(
    `insert into ticket_places (client_id, ticket_id, is_archived, is_snoozed, urgency, created_at, updated_at, waiting_since, holder)
     select client_id, id, is_archived, is_snoozed, urgency, created_at, updated_at,
       case when is_archived then 'infinity' else coalesce(waiting_since, 'infinity') end,
       coalesce(assigned_to, '00000000-0000-0000-0000-000000000000')
     from support_tickets where client_id = $1`,
    [tenant.id],
  );
  await client.query(
    `insert into ticket_queue_deltas (client_id, assigned_to, is_waiting, is_snoozed, is_archived, delta)
     select client_id, assigned_to, waiting_since is not null and not is_archived, is_snoozed, is_archived, count(*)
     from support_tickets where client_id = $1 group by 1, 2, 3, 4, 5`,
    [tenant.id],
  );
  await client.query(
    `insert into ticket_tag_deltas (client_id, tag, is_snoozed, is_archived, delta)
     select client_id, tag, is_snoozed, is_archived, count(*)
     from support_tickets cross join unnest(folded_tags) as tag where client_id = $1 group by 1, 2, 3, 4`,
    [tenant.id],
  );
  await client.query(foldedResponses, [tenant.id]);
  await client.query(trails, [tenant.id]);
  await client.query("commit");
}

/** Who wrote last, and what of it waits; one active ticket in fifty is put off. */
const lastWords = `
  update support_tickets t set customer_wrote_at = said.wrote_at,
    waiting_since = (select min(at) from unnest(said.times) as at where said.answered_at is null or at > said.answered_at),
    newest_words = case when said.wrote_at > t.created_at then left(t.description, 140) end,
    snoozed_until = case when t.ticket_number % 50 = 0 and not t.is_archived then timestamptz 'infinity' end
  from (
    select ticket_id, max(created_at) filter (where is_from_customer) as wrote_at,
      max(created_at) filter (where not is_from_customer) as answered_at,
      array_agg(created_at) filter (where is_from_customer) as times
    from ticket_messages where client_id = $1 and message_type = 'email' group by 1
  ) said where t.client_id = $1 and t.id = said.ticket_id`;

/** As the folding job leaves them: one row of what is long past, the last days one by one. */
const foldedResponses = `
  insert into ticket_response_deltas (client_id, responded_at, responses, response_ms)
  select client_id, recent, count(*), sum(response_ms)
  from (
    select *, case when first_response_at > now() - interval '8 days' then first_response_at end as recent
    from support_tickets where client_id = $1 and first_response_at is not null
  ) t
  group by client_id, recent, case when recent is null then null else id end`;

/** Every ticket was created, and those that are not open got their status when they were updated last. */
const trails = `
  insert into ticket_activities (client_id, id, ticket_id, actor_id, kind, details, created_at)
  select client_id, gen_random_uuid(), id, null, 'created', '{"source": "email"}', created_at
  from support_tickets where client_id = $1
  union all
  select client_id, gen_random_uuid(), id, assigned_to, 'status_changed', jsonb_build_object('from', 'open', 'to', status), updated_at
  from support_tickets where client_id = $1 and status <> 'open'`;

// Not the iterator's own take(), which ends the generator after its last one.
function take<T>(from: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = from.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}
