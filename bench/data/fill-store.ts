import type pg from "pg";
import { insertRows } from "./insert-rows.ts";
import { makeMessages, messageColumns, outgoingColumns, outgoingOf } from "./make-messages.ts";
import { makeOrders, orderColumns } from "./make-orders.ts";
import { makeResources, resourceColumns } from "./make-resources.ts";
import { makeTenant } from "./make-tenant.ts";
import { makeTickets, ticketColumns } from "./make-tickets.ts";
import { createRandom } from "./random.ts";
import type { Scale } from "./scale.ts";

/** Makes the store of this number, with this percentage of all data; returns its id. */
export async function fillStore(client: pg.Client, scale: Scale, index: number, share: number): Promise<string> {
  const part = (whole: number) => Math.round((whole * share) / 100);
  const sizes = { tickets: part(scale.tickets), messages: part(scale.messages), rareWords: scale.tickets / 5 };
  const random = createRandom(20_260_101 + index);
  const tenant = await makeTenant(client, index, part(scale.customers));
  // PostgreSQL gathers no statistics on rows of a running transaction: they would seem few, and be joined one by one.
  await client.query("begin; set local enable_nestloop = off");
  await insertRows(client, "shopify_orders", orderColumns, makeOrders(random, tenant, part(scale.orders)));
  // One slice at a time, as the messages of all tickets would not fit into memory.
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
  // So that the worker does not count them for reports while others are measured.
  await client.query("insert into figure_states (client_id, time_zone) values ($1, 'UTC')", [tenant.id]);
  await client.query(trails, [tenant.id]);
  await client.query("commit");
  return tenant.id;
}

/** Sets who wrote last and what waits for an answer; one active ticket in fifty is snoozed. */
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

/** Writes what the folding job leaves: one row for the distant past, and one per recent day. */
const foldedResponses = `
  insert into ticket_response_deltas (client_id, responded_at, responses, response_ms)
  select client_id, recent, count(*), sum(response_ms)
  from (
    select *, case when first_response_at > now() - interval '8 days' then first_response_at end as recent
    from support_tickets where client_id = $1 and first_response_at is not null
  ) t
  group by client_id, recent, case when recent is null then null else id end`;

/** Adds activities: every ticket was created, and those that are not open got their status at their last update. */
const trails = `
  insert into ticket_activities (client_id, id, ticket_id, actor_id, kind, details, created_at)
  select client_id, gen_random_uuid(), id, null, 'created', '{"source": "email"}', created_at
  from support_tickets where client_id = $1
  union all
  select client_id, gen_random_uuid(), id, assigned_to, 'status_changed', jsonb_build_object('from', 'open', 'to', status), updated_at
  from support_tickets where client_id = $1 and status <> 'open'`;

// The iterator's own take() would end the generator.
function take<T>(from: Iterator<T>, count: number): T[] {
  const items: T[] = [];
  while (items.length < count) {
    const next = from.next();
    if (next.done) break;
    items.push(next.value);
  }
  return items;
}

type Row = readonly (string | boolean | null)[];

const column = (name: keyof typeof messageColumns) => Object.keys(messageColumns).indexOf(name);
const [ticketId, isFromCustomer, type, createdAt] = [
  column("ticket_id"),
  column("is_from_customer"),
  column("message_type"),
  column("created_at"),
];

/** Returns when each ticket was first answered and how long its customer waited, in ms; `rows` are in order of time. */
function firstResponses(rows: readonly Row[]): Map<string, { at: string; ms: number }> {
  const askedAt = new Map<string, number>();
  const answered = new Map<string, { at: string; ms: number }>();
  for (const row of rows) {
    const [ticket, at] = [String(row[ticketId]), String(row[createdAt])];
    if (row[type] !== "email" || answered.has(ticket)) continue;
    const since = askedAt.get(ticket);
    if (row[isFromCustomer]) askedAt.set(ticket, since ?? Date.parse(at));
    else if (since !== undefined) answered.set(ticket, { at, ms: Date.parse(at) - since });
  }
  return answered;
}
