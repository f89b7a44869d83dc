import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementsOf } from "./testing/costs/record-cost.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { tablesWith } from "./testing/store/find-word.ts";
import { fillCustomer } from "./testing/store/full-customer.ts";
import { untilFolded } from "./testing/store/until-folded.ts";
import { addColleague, newOwner } from "./testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** Tables about customers that their export does not read, and why (docs/product.md#privacy-requests). */
const leftOut: Record<string, string> = {
  audit_log: "what the store's people did",
  customer_addresses: "the profile has the addresses, by `addresses_of`",
  customer_joins: "what undoes a joining: who was joined is exported as one",
  order_actions: "what was done at Shopify, which the ticket's trail says",
  effects: "what was done outside, which the ticket's trail and its rules say",
  events: "what screens are told, and forgotten after days",
  file_chunks: "the bytes of files, which have their links",
  forwarding_probes: "tests of the store's own mail",
  incident_recipients: "whom the answer to an incident went to: it stands on their tickets",
  incident_signs: "made of the ticket, to find what several customers write of",
  kept_files: "replies that were not sent yet",
  kept_replies: "likewise",
  mailbox_mails: "from which mailbox a mail was taken: the mail itself is exported",
  message_moves: "what undoes a moving: a message stands where it is now",
  named_mails: "by which mails a mail finds its ticket",
  notifications: "what the store's people are told",
  outgoing_mails: "the sending of messages that are exported, to whom they name",
  raw_mail_chunks: "the bytes of mails, which have their links",
  rule_passes: "what the store's rules did",
  rule_runs: "likewise",
  rule_timers: "likewise",
  ticket_activities: "what the store's people did",
  ticket_clocks: "by when the store wants to have replied",
  ticket_incidents: "what the store's people found tickets to have in common",
  ticket_merges: "what undoes a merging: the ticket says where it went",
  ticket_places: "made of the ticket, to order the list",
  ticket_reads: "how far each of the store's people has read",
  ticket_words: "made of what is exported, to find it",
  untaken_tickets: "that nobody of the store has taken a ticket of a team",
  uploads: "files that were not sent yet",
};

/** All tables that refer to a customer, a ticket, a message, an order or a logged mail, or to what does so. */
const referring = `
  with recursive found(id) as (
    select unnest(array['customers', 'support_tickets', 'ticket_messages', 'shopify_orders', 'mail_log']::regclass[])::oid
    union select conrelid from pg_constraint join found on confrelid = found.id where contype = 'f'
  ) select relname as name from pg_class join found on found.id = oid`;

test("every table about customers stands in a customer's export, or among those that need not, with a reason", async () => {
  const owner = await newOwner(app);
  const word = `word-${randomUUID()}`;
  const customer = await fillCustomer(app, owner, await addColleague(app, owner, "agent"), word);
  await untilFolded(app, owner.tenantId);
  // What jobs read would be taken for the export's.
  await app.services.jobs.stop();
  const about = new Set((await tablesWith(app, word)).filter((name) => !name.startsWith("pgboss.")));
  for (const { name } of await app.asOwner<{ name: string }>(referring)) about.add(name);
  const statements = await statementsOf(async () => {
    expect(await (await owner.send(customerExportUrl(customer.id))).text()).toContain(word);
  });
  const read = new Set(
    statements.flat().flatMap((text) => [...text.matchAll(/\b(?:from|join) "?(\w+)/g)].map(([, name]) => name)),
  );
  // A new table that is named here either belongs into the export, or into the list above.
  expect([...about].filter((name) => !read.has(name)).sort()).toEqual(Object.keys(leftOut).sort());
});
