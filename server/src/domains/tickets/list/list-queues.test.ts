import type { TicketCard, TicketFilter } from "@deskhand/contract/tickets";
import { type TicketSort, ticketPriorities, ticketSorts, ticketStatuses } from "@deskhand/contract/vocabulary";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, type Person, untilRemoved } from "../../../testing/test-people.ts";
import { type ImportedTicket, importTickets, setClocks } from "../index.ts";
import { foldTicketCounts, foldTicketQueues, foldTicketTags } from "./fold.queries.ts";

let app: Desk;
let owner: Person;
let colleague: Person;
let created: Made[];

const iso = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const buyer = "buyer@customer.test";
const none = "00000000-0000-4000-8000-000000000000";

type Made = ImportedTicket & {
  waiting: number | null;
  isSnoozed: boolean;
  isWoken: boolean;
  updated: number;
  /** Which of `dues` it has. */
  due: keyof typeof dues | null;
};
/** When a clock is due and at risk: the past and the future are far away, so that no test meets the present. */
const dues = {
  breached: { dueAt: "2020-02-01T00:00:00.000Z", riskAt: "2020-01-01T00:00:00.000Z" },
  atRisk: { dueAt: "2999-01-01T00:00:00.000Z", riskAt: "2020-01-01T00:00:00.000Z" },
  later: { dueAt: "2999-02-01T00:00:00.000Z", riskAt: "2999-01-01T00:00:00.000Z" },
  paused: { dueAt: null, riskAt: null },
};
const dueKinds = [null, "later", "paused", "atRisk", null, "breached", "later"] as const;
const isArchived = ({ status }: Made) => status === "resolved" || status === "closed";
const categories = ["General", "Shipping", "Product Support"] as const;
const tagSets = [[], ["VIP"], ["vip", "late"], ["Late, and odd"], ["weiß"], []];

/** Makes tickets of every kind, in no particular order. */
function makeTickets(count = 60): Made[] {
  return Array.from({ length: count }, (_, index) => ({
    id: newId(Date.parse(iso(index))),
    subject: index % 4 === 0 ? `Parcel ${index}` : `Other ${index}`,
    description: "Text",
    preview: "Text",
    source: "email" as const,
    customerId: null,
    createdBy: null,
    dueDate: null,
    category: categories[index % 3] ?? "General",
    status: ticketStatuses[(index * 5) % 6] ?? "open",
    priority: ticketPriorities[(index * 7) % 4] ?? "low",
    tags: tagSets[index % tagSets.length] ?? [],
    assignedTo: [owner.userId, null, colleague.userId, null][index % 4] ?? null,
    createdAt: iso(index % 50),
    updatedAt: iso(100 + ((index * 13) % 40)),
    activities: [],
    waiting: index % 3 === 0 ? null : 200 + ((index * 11) % 30),
    isSnoozed: index % 7 === 3,
    isWoken: index % 5 === 2,
    updated: 100 + ((index * 13) % 40),
    due: dueKinds[index % dueKinds.length] ?? null,
  }));
}

/** Makes enough tickets for every query plan: half have a tag, few another one, and nobody waits for the colleague. */
function makeMany(customerId: string): Made[] {
  return makeTickets(2_400).map((ticket, index) => ({
    ...ticket,
    tags: [
      ...(index % 2 ? ["half"] : []),
      ...(index % 500 === 7 ? ["Seldom"] : []),
      ...(index % 11 === 0 ? ["vip"] : []),
    ],
    status: index % 90 === 0 ? "urgent" : index % 3 === 0 ? "closed" : index % 7 === 0 ? "pending" : "open",
    customerId: index % 300 === 8 ? customerId : null,
    waiting: index % 4 === 2 || index % 5 > 0 ? null : ticket.waiting,
    isSnoozed: index % 40 === 3,
    isWoken: index % 200 === 5,
    // More are breached than are looked at one by one, and few are at risk.
    due: ticket.due === "atRisk" && index % 3 > 0 ? null : index % 3 === 1 ? "breached" : ticket.due,
  }));
}

/** Writes tickets to the owner's store, with the columns that an import does not set. */
async function writeTickets(tickets: Made[]): Promise<void> {
  await app.services.db.withTenant(owner.tenantId, (tx) => importTickets(tx, tickets));
  const column = (read: (ticket: Made) => string | null) => tickets.map(read);
  await app.asOwner(
    `update support_tickets t set waiting_since = g.waiting, snoozed_until = g.snoozed, woken_at = g.woken
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as g (id, waiting, snoozed, woken)
     where t.id = g.id`,
    [
      column(({ id }) => id),
      column(({ waiting }) => (waiting === null ? null : iso(waiting))),
      column(({ isSnoozed }) => (isSnoozed ? "infinity" : null)),
      column(({ isWoken }) => (isWoken ? iso(300) : null)),
    ],
    owner.tenantId,
  );
  const active = tickets.filter((ticket) => !isArchived(ticket));
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    setClocks(
      tx,
      active.map(({ id }) => id),
      active.flatMap(({ id: ticketId, due }) => (due ? [{ ...clock, ...dues[due], ticketId, ...pausedAs(due) }] : [])),
    ),
  );
}

const clock = {
  clock: "resolution",
  policyId: none,
  beganAt: "2020-01-01T00:00:00.000Z",
  told: "nothing",
  tellsAt: null,
} as const;
const pausedAs = (due: Made["due"]) => ({ isPaused: due === "paused", leftMs: due === "paused" ? 60_000 : null });

beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  colleague = await addColleague(app, owner, "agent");
  created = makeTickets();
  await writeTickets(created);
});
afterAll(() => app.stop());

type Asked = Partial<
  Pick<
    TicketFilter,
    | (
        | "view"
        | "needsReply"
        | "snoozed"
        | "assignee"
        | "tag"
        | "status"
        | "priority"
        | "category"
        | "customer"
        | "search"
      )
    | ("atRisk" | "breached")
  >
> & {
  sort?: TicketSort;
  limit?: number;
};

/** Reads the pages of a list one after the other, up to `pages`, with the counts of the first. */
async function readAll({ api }: Person, input: Asked, pages = Number.POSITIVE_INFINITY) {
  const first = await api.tickets.list(input);
  const items: TicketCard[] = [...first.items];
  for (let cursor = first.nextCursor, read = 1; cursor !== null && read < pages; read += 1) {
    const page = await api.tickets.list({ ...input, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return { ...first, items };
}

const urgencyOf = (ticket: Made) =>
  isArchived(ticket)
    ? 0
    : (ticket.status === "urgent" ? 4 : 0) + (ticket.priority === "urgent" ? 2 : 0) + (ticket.isWoken ? 1 : 0);
const byId = (a: Made, b: Made) => (a.id < b.id ? -1 : 1);
const orders = {
  priority: (a: Made, b: Made) =>
    urgencyOf(b) - urgencyOf(a) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || byId(b, a),
  activity: (a: Made, b: Made) => b.updated - a.updated || byId(b, a),
  waiting: (a: Made, b: Made) => waitsSince(a) - waitsSince(b) || byId(a, b),
  due: (a: Made, b: Made) => dueAt(a) - dueAt(b) || byId(a, b),
};
const dueAt = (ticket: Made) =>
  isArchived(ticket) || !ticket.due ? Number.MAX_VALUE : Date.parse(dues[ticket.due].dueAt ?? "") || Number.MAX_VALUE;
const waitsSince = (ticket: Made) => (isArchived(ticket) ? 9_999 : (ticket.waiting ?? 9_999));

function fits(ticket: Made, input: Asked): boolean {
  const holder = { me: owner.userId, nobody: null }[input.assignee ?? ""] ?? input.assignee;
  const folded = ticket.tags.map((tag) => tag.toLowerCase());
  return (
    isArchived(ticket) === (input.view === "archive") &&
    (ticket.isSnoozed && !isArchived(ticket)) === (input.snoozed === true) &&
    (!input.needsReply || (!isArchived(ticket) && ticket.waiting !== null)) &&
    (!input.assignee || ticket.assignedTo === (input.assignee === "nobody" ? null : holder)) &&
    (!input.tag || input.tag.length === 0 || input.tag.some((tag) => folded.includes(tag.toLowerCase()))) &&
    (!input.status || input.status.includes(ticket.status)) &&
    (!input.priority || input.priority.includes(ticket.priority)) &&
    (!input.category || input.category.includes(ticket.category)) &&
    (!input.customer || (input.customer === buyer && ticket.customerId !== null)) &&
    (!input.atRisk || (!isArchived(ticket) && ticket.due === "atRisk")) &&
    (!input.breached || (!isArchived(ticket) && ticket.due === "breached")) &&
    (!input.search || ticket.subject.toLowerCase().includes(input.search))
  );
}

/** Lists tickets with random filters and order, most filters left out, and compares with the tickets in memory. */
async function expectSame(tags: string[][], limit: number[], numRuns: number): Promise<void> {
  const or = <T>(...values: T[]) =>
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: fc.constantFrom(...values), weight: 2 });
  const asked = fc.record({
    view: fc.constantFrom("active" as const, "active" as const, "archive" as const),
    sort: fc.constantFrom(...ticketSorts),
    needsReply: or(true as const),
    snoozed: or(true as const),
    assignee: or("me", "nobody", colleague.userId, none),
    tag: or(...tags),
    status: or(["open" as const], ["urgent" as const], ["pending" as const, "urgent" as const, "closed" as const]),
    priority: or(["high" as const], ["urgent" as const, "low" as const]),
    category: or(["General" as const], ["Shipping" as const, "Product Support" as const]),
    customer: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 9 },
      { arbitrary: fc.constantFrom(buyer, "nobody@customer.test"), weight: 1 },
    ),
    search: or("parcel"),
    atRisk: or(true as const),
    breached: or(true as const),
    limit: fc.constantFrom(...limit),
  });
  await fc.assert(
    fc.asyncProperty(asked, async (input) => {
      const expected = created.filter((ticket) => fits(ticket, input)).sort(orders[input.sort]);
      const { items, ...counts } = await readAll(owner, input, 8);
      const listed = expected.slice(0, input.limit * 8);
      expect(items.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
      const count = (which: (ticket: Made) => boolean) => created.filter(which).length;
      expect(counts).toMatchObject({
        total: expected.length,
        totalIsCapped: false,
        archivedCount: count(isArchived),
        activeCount: count((ticket) => !isArchived(ticket) && !ticket.isSnoozed),
        snoozedCount: count((ticket) => !isArchived(ticket) && ticket.isSnoozed),
      });
    }),
    { numRuns },
  );
}

test("any filters in any order give the same pages and counts as an independent computation", () =>
  expectSame([["vip"], ["VIP", "LATE"], ["late, and odd"], ["WEIß"], ["nothing"], []], [8, 20, 100], 150));

test("filters in an address are read as intended", async () => {
  const ask = async (query: string) => {
    const { total } = (await (await owner.send(`/api/tickets?${query}`)).json()) as { total: number };
    return total;
  };
  const count = (input: Asked) => created.filter((ticket) => fits(ticket, input)).length;
  expect(await ask("needsReply=true&assignee=me")).toBe(count({ needsReply: true, assignee: "me" }));
  expect(await ask("tag=vip&tag=weiß")).toBe(count({ tag: ["vip", "weiß"] }));
  expect(await ask("tag=Late%2C%20and%20odd")).toBe(count({ tag: ["late, and odd"] }));
  expect(await ask("snoozed=true&sort=waiting")).toBe(count({ snoozed: true }));
});

test("queues are counted exactly while tickets change, are folded, deleted and released", async () => {
  const store = await newOwner(app);
  const leaving = await addColleague(app, store, "agent");
  const own = makeTickets().map((ticket, index) => ({
    ...ticket,
    id: newId(),
    assignedTo: [store.userId, leaving.userId, null][index % 3] ?? null,
  }));
  const inStore = app.services.db;
  await inStore.withTenant(store.tenantId, (tx) => importTickets(tx, own));
  const change = (sql: string) => app.asOwner(sql, [], store.tenantId);
  const fold = () =>
    inStore.withTenant(store.tenantId, async (tx) => {
      await foldTicketQueues(tx);
      await foldTicketCounts(tx);
      await foldTicketTags(tx);
    });
  const check = async () => {
    for (const tag of ["vip", "late", "gone"]) {
      for (const of of [{}, { snoozed: true }, { view: "archive" }] as const) {
        const { items, total } = await store.api.tickets.list({ ...of, tag: [tag], limit: 100 });
        expect({ tag, of, total }).toEqual({ tag, of, total: items.length });
      }
    }
    for (const assignee of [undefined, "me", "nobody", leaving.userId] as const) {
      for (const [needsReply, snoozed] of [[], [true], [undefined, true], [true, true]] as const) {
        for (const view of ["active", "archive"] as const) {
          const input = { view, limit: 100, assignee, needsReply, snoozed };
          const { items, total, ...counts } = await store.api.tickets.list(input);
          expect({ input, total }).toEqual({ input, total: items.length });
          const [real] = await app.asOwner<Record<string, number>>(
            `select count(*) filter (where not is_archived and not is_snoozed)::int as "activeCount",
               count(*) filter (where is_snoozed)::int as "snoozedCount", count(*) filter (where is_archived)::int as "archivedCount"
             from support_tickets where client_id = $1`,
            [store.tenantId],
            store.tenantId,
          );
          expect(counts).toMatchObject(real ?? {});
        }
      }
    }
  };
  await check();
  await change("update support_tickets set waiting_since = now() where ticket_number % 3 > 0");
  await change("update support_tickets set snoozed_until = 'infinity' where ticket_number % 4 = 0");
  await check();
  await fold();
  await change("update support_tickets set status = 'closed' where ticket_number % 5 = 0");
  await change("update support_tickets set waiting_since = null, snoozed_until = null where ticket_number % 8 = 0");
  await check();
  await change("update support_tickets set labels = labels || '{VIP,Vip,Gone}' where ticket_number % 3 = 0");
  await check();
  await change("update support_tickets set labels = '{}' where ticket_number % 6 = 0");
  await change("delete from support_tickets where ticket_number % 9 = 0");
  await store.api.team.delete({ id: leaving.userId });
  await untilRemoved(app, leaving);
  await check();
  await fold();
  await fold();
  await check();
  const folded = await change(
    "select count(*)::int as rows from ticket_queue_deltas group by assigned_to, team_id, is_waiting, is_snoozed, is_archived having count(*) > 1 or sum(delta) = 0",
  );
  expect(folded).toEqual([]);
  const tags = await change(
    "select tag from ticket_tag_deltas group by tag, is_snoozed, is_archived having count(*) > 1 or sum(delta) = 0",
  );
  expect(tags).toEqual([]);
});

test("in a long list, common, rare and unassigned tickets are found in any order", async () => {
  const customerId = newId();
  await app.asOwner(
    "insert into customers (client_id, id, email) values ($1, $2, $3)",
    [owner.tenantId, customerId, buyer],
    owner.tenantId,
  );
  const many = makeMany(customerId);
  await writeTickets(many);
  created = [...created, ...many];
  const tags = [["vip"], ["HALF"], ["seldom"], ["seldom", "vip"], ["half", "seldom"], ["nothing"]];
  await expectSame(tags, [20, 100], 90);
});
