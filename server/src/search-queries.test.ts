import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Conversation } from "./demo/conversation.ts";
import { billingConversations } from "./demo/conversations/billing.ts";
import { otherConversations } from "./demo/conversations/other.ts";
import { productConversations } from "./demo/conversations/products.ts";
import { returnConversations } from "./demo/conversations/returns.ts";
import { shippingConversations } from "./demo/conversations/shipping.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import type { Expected } from "./testing/queries/expected.ts";
import { languages } from "./testing/queries/languages.ts";
import { type Mail, mails } from "./testing/queries/mails.ts";
import { narrowed } from "./testing/queries/narrowed.ts";
import { notFound } from "./testing/queries/not-found.ts";
import { people } from "./testing/queries/people.ts";
import { slips } from "./testing/queries/slips.ts";
import { words } from "./testing/queries/words.ts";
import { untilFolded } from "./testing/store/until-folded.ts";
import { attachFile, customerReplies, makeTicket } from "./testing/test-desk.ts";
import { newOwner, type Person } from "./testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  const conversations = [shippingConversations, returnConversations, productConversations, billingConversations];
  for (const conversation of [...conversations, otherConversations].flat()) await tell(conversation);
  for (const mail of mails) await write(mail);
  await untilFolded(app, owner.tenantId);
});
afterAll(() => app.stop());

/** Removes the placeholders that are filled in for each ticket of the demo store. */
const bare = (text: string) => text.replaceAll(/\{\w+\}/g, "");

async function tell({ subject, turns }: Conversation): Promise<void> {
  const [first, ...rest] = turns;
  const ticket = await makeTicket(app, owner, {
    subject: bare(subject),
    description: bare(first?.text ?? ""),
    from: null,
  });
  for (const { by, text } of rest) {
    if (by === "note") await note(ticket.id, bare(text));
    else await customerReplies(app, owner, ticket.id, bare(text));
  }
}

async function write({ subject, name, from, said, note: noted, file, order, parcel, ...mail }: Mail): Promise<void> {
  const [first = "", ...rest] = said;
  const ticket = await makeTicket(app, owner, { subject, description: first, from });
  for (const text of rest) await customerReplies(app, owner, ticket.id, text);
  if (noted) await note(ticket.id, noted);
  if (file) await attachFile(app, owner, ticket, { filename: file, bytes: Buffer.from("file") });
  const ask = (sql: string, ...values: unknown[]) => app.asOwner(sql, values, owner.tenantId);
  await ask("update customers set name = $2 where email = $1", from, name);
  await ask(
    "update support_tickets set labels = $2, status = coalesce($3, status) where id = $1",
    ...[ticket.id, mail.tags ?? [], mail.status ?? null],
  );
  if (!order) return;
  const insertOrder = "select $1::uuid, $2::text, $2::text, '#' || $2, c.id, now() from customers c where c.email = $3";
  const orderId = randomUUID();
  await ask(
    `insert into shopify_orders (id, shopify_order_id, order_number, name, customer_id, shopify_created_at) ${insertOrder}`,
    ...[orderId, order, from],
  );
  await ask(
    "insert into shopify_order_fulfillments (id, order_id, tracking_number, shopify_created_at) values ($1, $2, $3, now())",
    ...[randomUUID(), orderId, parcel],
  );
  await ask(
    "insert into ticket_orders (ticket_id, order_number, saved_by_name) values ($1, $2, 'Ann')",
    ...[ticket.id, order],
  );
}

const note = (ticketId: string, content: string) =>
  owner.api.messages.addNote({ ticketId, content, idempotencyKey: randomUUID() });

const firstFive = async (q: string) =>
  (await owner.api.search.find({ q })).tickets.items.slice(0, 5).map(({ subject }) => subject);

const sets: Record<string, Expected[]> = { words, people, languages, slips, narrowed };

test("at least 95 % of 200 or more searches find their tickets among the first five", async () => {
  const missed: string[] = [];
  let searches = 0;
  for (const [name, set] of Object.entries(sets)) {
    for (const [typed, ...subjects] of set) {
      searches += 1;
      const found = await firstFive(typed);
      const missing = subjects.filter((subject) => !found.includes(subject.trim()));
      if (missing.length > 0)
        missed.push(`${name}: ${typed} does not find "${missing.join('", "')}" but "${found.join('", "')}"`);
    }
  }
  expect(searches).toBeGreaterThanOrEqual(200);
  if (missed.length > 0) console.info(missed.join("\n"));
  expect(missed.length / searches).toBeLessThanOrEqual(0.05);
});

test("no search finds a ticket that it must not find", async () => {
  expect(notFound.length).toBeGreaterThanOrEqual(40);
  const wrong: string[] = [];
  for (const [typed, ...subjects] of notFound) {
    for (const view of ["active", "archive"] as const) {
      const { items } = await owner.api.tickets.list({ view, search: typed, limit: 100 });
      const found = items
        .map(({ subject }) => subject)
        .filter((subject) => subjects.some((candidate) => candidate.trim() === subject));
      if (found.length > 0) wrong.push(`${typed} finds "${found.join('", "')}"`);
    }
  }
  expect(wrong).toEqual([]);
});

test("the list finds what the palette finds, in the active tickets or the archive", async () => {
  const different: string[] = [];
  for (const [typed] of Object.values(sets).flatMap((set) => set.filter((_, at) => at % 4 === 0))) {
    const { tickets, customers, orders, shownFor } = await owner.api.search.find({ q: typed });
    const pages = await Promise.all(
      (["active", "archive"] as const).map((view) => owner.api.tickets.list({ view, search: typed, limit: 100 })),
    );
    const listed = pages.flatMap(({ items }) => items.map(({ id }) => id));
    const missing = tickets.items.filter(({ id }) => !listed.includes(id)).map(({ subject }) => subject);
    // In the palette, a word that finds a customer or an order counts as spelled right.
    const isSpelled = pages[0]?.shownFor === shownFor || customers.items.length + orders.items.length > 0;
    if (missing.length > 0 || !isSpelled) different.push(`${typed}: ${missing.join(", ")}`);
  }
  expect(different).toEqual([]);
});
