import { afterAll, beforeAll, expect, test } from "vitest";
import { foldSearch } from "../../domains/tickets/search/search.queries.ts";
import { domains } from "../../domains.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantId } from "../../platform/db/tenant.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { mailOf } from "../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { costs, costsOfRules } from "./costs.ts";
import { costOf } from "./record-cost.ts";

let app: Desk;
let owner: Person;
let address: string;
beforeAll(async () => {
  app = await openDesk({ roles: ["web"] });
  owner = await newOwner(app);
  [{ address } = { address: "" }] = await app.asOwner<{ address: string }>(ours, [owner.tenantId]);
});
const ours = "select address from inbound_addresses where client_id = $1 and is_verified";
afterAll(() => app.stop());

const write = (headers: string[] = []) =>
  app.takeIn({ envelopeFrom: "ann@customer.example", recipients: [address], raw: mailOf({ headers }) });
const newestTicket = async () => {
  const { items } = await owner.api.tickets.list({ view: "active", limit: 1 });
  return items[0]?.id ?? "";
};

test("the most frequent operations cost exactly what is written down", async () => {
  const found: Partial<typeof costs> = {};
  // The first run fills the caches, so that only the second is counted.
  for (const _ of ["first", "counted"]) {
    const id = `<${newId()}@customer.example>`;
    const ticketCost = await costOf(() => write([`Message-ID: ${id}`]));
    const ticketId = await newestTicket();
    Object.assign(found, {
      "a mail that begins a ticket": ticketCost,
      "a mail that answers on a ticket": await costOf(() => write([`In-Reply-To: ${id}`])),
      "the document of a ticket": await costOf(() => fold(owner.tenantId)),
      "the list": await costOf(() => owner.api.tickets.list({ view: "active", limit: 20 })),
      "a search of the list": await costOf(() =>
        owner.api.tickets.list({ view: "active", limit: 20, search: "order" }),
      ),
      "a ticket": await costOf(() => owner.api.tickets.get({ id: ticketId })),
      "the incidents of a ticket": await costOf(() => owner.api.incidents.ofTicket({ ticketId })),
      "the open actions of a ticket": await costOf(() => owner.api.orderActions.ofTicket({ ticketId })),
      "a reply": await costOf(async () => {
        await reply(owner, ticketId, { lastSeenMessageId: null, sendAnyway: true });
      }),
    });
    Object.assign(found, { "the delivery of a reply": await costOf(deliver) });
  }
  expect(found).toEqual(costs);
  const states = "select state, count(*)::int from mail_log group by state order by state";
  expect(await app.asOwner(states, [], owner.tenantId)).toEqual([
    { state: "reply_added", count: 2 },
    { state: "ticket_created", count: 2 },
  ]);
});

test("rules that do not run cost a mail two round trips, however many there are", async () => {
  const ruled = await newOwner(app);
  const [{ address: to } = { address: "" }] = await app.asOwner<{ address: string }>(ours, [ruled.tenantId]);
  const mail = (subject: string) => () =>
    app.takeIn({ envelopeFrom: "ann@customer.example", recipients: [to], raw: mailOf({ subject }) });
  for (let count = 1; count <= 50; count += 1) {
    const conditions = [{ field: "words" as const, comparison: "contains", values: [`rule ${count} of them`] }];
    const actions = [{ action: "add_tags" as const, values: ["ruled"] }];
    const rule = { name: `Rule ${count}`, trigger: "created" as const, conditions, actions };
    await ruled.api.rules.create({ ...rule, isOn: true, idempotencyKey: newId() });
  }
  const found: Partial<typeof costsOfRules> = {};
  for (const _ of ["first", "counted"]) {
    Object.assign(found, {
      "50 rules that do not run": await costOf(mail("Where is it?")),
      "50 rules of which one runs": await costOf(mail("rule 30 of them")),
    });
  }
  expect(found).toEqual(costsOfRules);
});

const fold = (tenantId: TenantId) => app.db.withTenant(tenantId, (tx) => foldSearch(tx, 200));

async function deliver(): Promise<void> {
  const jobs: JobQueue = {
    ...app.services.jobs,
    work: async () => undefined,
    async seek({ find }) {
      await (await find(() => undefined))?.work(new AbortController().signal);
      return () => undefined;
    },
  };
  const kinds = domains.flatMap((domain) => domain.jobs ?? []);
  await kinds.find(({ queue }) => queue.name === "mail.deliver")?.start({ ...app.services, jobs });
}
