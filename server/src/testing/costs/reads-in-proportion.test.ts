import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { mailOf } from "../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { statementsOf } from "./record-cost.ts";

/** So many tickets that PostgreSQL plans as for a large store. */
const tickets = 4_000;
/** What an operation may read of a table by a plan; a scan of a store's tickets has all of them. */
const mostRows = 500;

let app: Desk;
let owner: Person;
let address: string;
beforeAll(async () => {
  app = await openDesk({ roles: ["web"] });
  owner = await newOwner(app);
  const ours = "select address from inbound_addresses where client_id = $1 and is_verified";
  [{ address } = { address: "" }] = await app.asOwner<{ address: string }>(ours, [owner.tenantId]);
  for (const table of ["customers", "support_tickets", "ticket_messages"]) {
    await app.asOwner(fill[table] ?? "", [tickets], owner.tenantId);
    await app.asOwner(`analyze ${table}`);
  }
});
afterAll(() => app.stop());

const fill: Readonly<Record<string, string>> = {
  customers: `insert into customers (id, name, email) select gen_random_uuid(), 'Customer ' || at, at || '@many.example'
    from generate_series(1, $1) at`,
  support_tickets: `insert into support_tickets (id, ticket_number, subject, description, preview, source, customer_id)
    select gen_random_uuid(), 1000 + row_number() over (), 'Where is it?', 'Where is it?', 'Where is it?', 'email', id from customers limit $1`,
  ticket_messages: `insert into ticket_messages (id, ticket_id, content, is_from_customer, author_name, message_type)
    select gen_random_uuid(), id, 'Where is it?', true, 'Ann', 'email' from support_tickets limit $1`,
};

/** Planned without their values these seem wide: a flood has the tickets of its minutes, and the list a page. */
const narrow = /^(?:insert into "ticket_floods"|select counts\.active)/;

type Plan = { "Plan Rows": number; "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

test("nothing that a mail, a ticket's screen, a reply or a change asks, with rules and targets on, is planned to read a large store whole", async () => {
  const conditions = [{ field: "words" as const, comparison: "contains", values: ["recall"] }];
  const order = [{ field: "order_total" as const, comparison: "at_least", values: ["100000"] }];
  const actions = [{ action: "add_tags" as const, values: ["ruled"] }];
  for (const trigger of ["created", "customer_wrote", "answered", "changed"] as const) {
    const rule = { name: trigger, trigger, matches: "any" as const, conditions: [...conditions, ...order], actions };
    await owner.api.rules.create({ ...rule, isOn: true, idempotencyKey: newId() });
  }
  const times = { firstReplyMinutes: 60, nextReplyMinutes: 60, resolutionMinutes: 600, calendarId: null };
  const policy = { name: "All", matches: "all" as const, conditions: [], pausing: [], isOn: true, ...times };
  await owner.api.targets.create({ ...policy, idempotencyKey: newId() });

  const write = (headers: string[]) =>
    app.takeIn({ envelopeFrom: "ann@customer.example", recipients: [address], raw: mailOf({ headers }) });
  const asked = await statementsOf(async () => {
    const id = `<${newId()}@customer.example>`;
    await write([`Message-ID: ${id}`]);
    await write([`In-Reply-To: ${id}`]);
    const { items } = await owner.api.tickets.list({ view: "active", limit: 1 });
    const ticketId = items[0]?.id ?? "";
    const { tickets, messages, keptReplies, targets, rules, tracking, notifications, messageCenter } = owner.api;
    await tickets.get({ id: ticketId });
    await tickets.activity({ id: ticketId });
    await tickets.markRead({ id: ticketId });
    await tickets.ofCustomer({ id: ticketId });
    await messages.list({ ticketId });
    await messages.listNotes({ ticketId });
    await keptReplies.ofTicket({ ticketId });
    await targets.ofTicket({ ticketId });
    await rules.ofTicket({ ticketId });
    await tracking.ofTicket({ ticketId });
    await notifications.list();
    await messageCenter.list({});
    await messages.addNote({ ticketId, content: "@Ben, look", idempotencyKey: newId() });
    await tickets.changeStatus({ id: ticketId, status: "pending" });
    await reply(owner, ticketId, { lastSeenMessageId: null, sendAnyway: true });
  });
  const statements = [...new Set(asked.flat())].filter((text) =>
    /^\s*(?:--|with|select|insert|update|delete)/i.test(text),
  );
  expect(statements.filter((text) => narrow.test(text))).toHaveLength(2);
  expect(statements.length).toBeGreaterThan(30);
  const wide: string[] = [];
  for (const text of statements.filter((text) => !narrow.test(text))) {
    for (const node of await plan(text)) wide.push(`${node}: ${text.replace(/\s+/g, " ").slice(0, 160)}`);
  }
  expect(wide).toEqual([]);
});

/** The scans of a statement's plan, as the application's role plans it, that read more than an operation may. */
async function plan(text: string): Promise<string[]> {
  const { rows } = await app.db.withTenant(owner.tenantId, (tx) =>
    sql<{ "QUERY PLAN": [{ Plan: Plan }] }>`explain (generic_plan, format json) ${sql.raw(text)}`.execute(tx),
  );
  return rows.flatMap((row) => scansIn(row["QUERY PLAN"][0].Plan));
}

/** A limit ends what is below it once there is enough, and PostgreSQL counts a function's rows as a thousand. */
function scansIn({ Plans = [], ...node }: Plan): string[] {
  const type = node["Node Type"];
  if (type === "Limit") return [];
  const isWide = /Scan/.test(type) && type !== "Function Scan" && node["Plan Rows"] > mostRows;
  const found = isWide ? [`${type} of ${node["Relation Name"]}, ${node["Plan Rows"]} rows`] : [];
  return [...found, ...Plans.flatMap(scansIn)];
}
