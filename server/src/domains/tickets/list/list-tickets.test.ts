import { randomUUID } from "node:crypto";
import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { untilFolded } from "../../../testing/store/until-folded.ts";
import { makeTicket, type TicketMakings } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { foldTicketCounts } from "./fold.queries.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const subjects = (items: TicketCard[]) => items.map(({ subject }) => subject);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

/** Opens a store with these tickets, a minute apart. */
async function storeWith(makings: TicketMakings[]): Promise<Person> {
  const store = await newOwner(app);
  for (const [minute, making] of makings.entries()) await makeTicket(app, store, { createdAt: at(minute), ...making });
  return store;
}

/** Reads all pages of a list. */
async function readAll({ api }: Person, input: Parameters<Person["api"]["tickets"]["list"]>[0]): Promise<TicketCard[]> {
  const items: TicketCard[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.tickets.list({ ...input, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

test("urgent status comes first, then urgent priority, then the newest, over the whole list", async () => {
  const store = await storeWith([
    { subject: "plain old" },
    { subject: "urgent priority", priority: "urgent" },
    { subject: "urgent status old", status: "urgent" },
    { subject: "high is not urgent", priority: "high" },
    { subject: "urgent both", status: "urgent", priority: "urgent" },
    { subject: "urgent status new", status: "urgent" },
    { subject: "plain new" },
  ]);
  const expected = [
    "urgent both",
    "urgent status new",
    "urgent status old",
    "urgent priority",
    "plain new",
    "high is not urgent",
    "plain old",
  ];
  expect(subjects((await store.api.tickets.list({})).items)).toEqual(expected);
  expect(subjects(await readAll(store, { limit: 2 }))).toEqual(expected);
});

test("a card has everything that the list shows", async () => {
  const store = await storeWith([
    {
      subject: "Broken",
      description: "It broke.",
      tags: ["vip", "fragile"],
      dueDate: at(99),
      category: "Shipping",
      from: "a@b.test",
    },
  ]);
  const { items, ...counts } = await store.api.tickets.list({});
  expect(counts).toEqual({
    nextCursor: null,
    total: 1,
    totalIsCapped: false,
    activeCount: 1,
    archivedCount: 0,
    snoozedCount: 0,
    elsewhereCount: null,
    shownFor: null,
    unknown: [],
  });
  const customerId = items[0]?.customerId;
  expect(items).toMatchObject([
    {
      id: expect.any(String),
      ticketNumber: 1,
      subject: "Broken",
      preview: "It broke.",
      status: "open",
      priority: "medium",
      category: "Shipping",
      tags: ["vip", "fragile"],
      customer: { id: customerId, name: null, email: "a@b.test" },
      customerId: expect.any(String),
      assignedTo: null,
      createdAt: at(0),
      updatedAt: expect.any(String),
      dueDate: at(99),
      messageCount: 1,
      attachmentCount: 0,
      isUnverified: false,
      writtenFrom: null,
      waitingSince: expect.any(String),
      isNewReply: false,
      newestWords: null,
      snoozedUntil: null,
      isWoken: false,
    },
  ]);
});

test("any combination of filters gives the same results and counts as an independent computation", async () => {
  const store = await newOwner(app);
  const created: (TicketMakings & { isArchived: boolean })[] = [];
  const choose = <T>(from: readonly T[], index: number) => from[index % from.length] as T;
  for (let index = 0; index < 36; index += 1) {
    const status = choose(ticketStatuses, index);
    const making = {
      subject: index % 5 === 0 ? `Lost PARCEL ${index}` : `Other ${index}`,
      status,
      priority: choose(ticketPriorities, Math.floor(index / 2)),
      category: choose(ticketCategories, Math.floor(index / 3)),
      from: choose(["ann@c.test", "bob@c.test", null], index),
    };
    await makeTicket(app, store, making);
    created.push({ ...making, isArchived: status === "resolved" || status === "closed" });
  }
  await untilFolded(app, store.tenantId);
  const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
  const filter = fc.record({
    view: fc.constantFrom("active" as const, "archive" as const),
    status: some(ticketStatuses),
    priority: some(ticketPriorities),
    category: some(ticketCategories),
    search: fc.constantFrom(undefined, "parcel", "LOST", "7"),
    customer: fc.constantFrom(undefined, "ann@c.test", " BOB@c.test ", "nobody@c.test"),
  });
  await fc.assert(
    fc.asyncProperty(filter, async (input) => {
      const { status, priority, category, search, customer } = input;
      const numberOf = (index: number) => index + 1;
      const expected = created.filter(
        (ticket, index) =>
          ticket.isArchived === (input.view === "archive") &&
          (!status || status.some((item) => item === ticket.status)) &&
          (!priority || priority.some((item) => item === ticket.priority)) &&
          (!category || category.some((item) => item === ticket.category)) &&
          (!customer || ticket.from === customer.trim().toLowerCase()) &&
          (!search ||
            ` ${ticket.subject?.toLowerCase()}`.includes(` ${search.toLowerCase()}`) ||
            String(numberOf(index)) === search),
      );
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const list = await store.api.tickets.list({ ...given, limit: 100 });
      expect(subjects(list.items).sort()).toEqual(expected.map(({ subject }) => subject).sort());
      expect(list).toMatchObject({ total: expected.length, activeCount: 24, archivedCount: 12 });
    }),
  );
});

test("pages have no gaps or duplicates while tickets are added", async () => {
  const store = await storeWith(Array.from({ length: 25 }, (_, index) => ({ subject: `Old ${index}` })));
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 9; page += 1) {
    const list = await store.api.tickets.list({ limit: 3, ...(cursor ? { cursor } : {}) });
    seen.push(...subjects(list.items));
    // One ticket for the top, one for the middle of the pages read so far, and one that moves.
    await makeTicket(app, store, { subject: `New ${page}` });
    await makeTicket(app, store, { subject: `New urgent ${page}`, priority: "urgent" });
    cursor = list.nextCursor ?? undefined;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `Old ${24 - index}`));
  expect(cursor).toBeUndefined();
});

test("tickets of the same millisecond are paged without duplicates", async () => {
  const store = await storeWith(
    Array.from({ length: 7 }, (_, index) => ({ subject: `Same ${index}`, createdAt: at(0) })),
  );
  const all = subjects(await readAll(store, { limit: 2 }));
  expect([...new Set(all)]).toHaveLength(7);
  expect(all).toHaveLength(7);
});

const handMade = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString("base64url");
test.each([
  ...["x", "bm90IGpzb24", handMade(9, "2026-01-01T00:00:00Z", "x")],
  ...[handMade(1, "2026-01-01T00:00:00Z", "a\0"), handMade(1, "0000-01-01T00:00:00Z", randomUUID())],
])("the cursor %s is refused as not ours", async (cursor) => {
  await expect(owner.api.tickets.list({ cursor })).rejects.toMatchObject({
    code: "input_invalid",
    status: 422,
    data: { fields: { cursor: ["This is not a cursor of this list"] } },
  });
});

describe("search", () => {
  let store: Person;
  const texts = ["100% cotton", "100 percent", "snake_case", "snakeXcase", "back\\slash", "ÜBER groß", "Plain"];
  beforeAll(async () => {
    store = await storeWith(texts.map((subject) => ({ subject, description: `About ${subject.length} things` })));
  });

  test.each([
    ["100%", ["100 percent", "100% cotton"]],
    ["%", ["100% cotton"]],
    ["_", ["snake_case"]],
    ["snake_", ["snakeXcase", "snake_case"]],
    ["\\", ["back\\slash"]],
    ["k\\s", ["back\\slash"]],
    ["PLAIN", ["Plain"]],
    ["über", ["ÜBER groß"]],
    ["  plain  ", ["Plain"]],
    ["about 5 THINGS", ["Plain"]],
    ["'; drop table support_tickets; --", []],
    ["#0007", ["Plain"]],
    ["0007", ["Plain"]],
    ["#7", ["Plain"]],
    ["Ticket: 0007", ["Plain"]],
    ["ticket #7", ["Plain"]],
    ["ticket 7", ["Plain"]],
    ["#99999999", []],
    ["99999999999999999999", []],
  ])("%s finds %j", async (search, expected) => {
    const list = await store.api.tickets.list({ search });
    expect(subjects(list.items)).toEqual(expected);
    expect(list.total).toBe(expected.length);
  });

  test("pages through its results in the list's order", async () => {
    const all = subjects(await readAll(store, { search: "a", limit: 2 }));
    expect(all).toEqual(subjects((await store.api.tickets.list({ search: "a", limit: 100 })).items));
  });
});

test("counts stay exact while tickets are added and folded concurrently", async () => {
  const store = await newOwner(app);
  const statuses = ["open", "urgent", "closed"] as const;
  const work = Array.from({ length: 60 }, (_, index) =>
    index % 4 === 3
      ? app.services.db.withTenant(store.tenantId, foldTicketCounts)
      : makeTicket(app, store, { status: statuses[index % 3] ?? "open" }),
  );
  const settled = await Promise.allSettled(work);
  expect(settled.filter(({ status }) => status === "rejected")).toEqual([]);
  const [counted] = await app.asOwner<{ active: number; archived: number }>(
    `select count(*) filter (where not is_archived)::int as active, count(*) filter (where is_archived)::int as archived
     from support_tickets where client_id = $1`,
    [store.tenantId],
    store.tenantId,
  );
  const list = await store.api.tickets.list({});
  expect({ active: list.activeCount, archived: list.archivedCount }).toEqual(counted);
  expect(counted).toEqual({ active: 30, archived: 15 });
});

test("concurrently created tickets get consecutive numbers, each once, in each store", async () => {
  const stores = [await newOwner(app), await newOwner(app)];
  const created = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const store = stores[index % 2] ?? owner;
      return { store, number: (await makeTicket(app, store)).ticketNumber };
    }),
  );
  for (const store of stores) {
    const numbers = created.filter((item) => item.store === store).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  }
});

test("every role sees the list", async () => {
  for (const role of ["agent", "supervisor"] as const) {
    const colleague = await addColleague(app, owner, role);
    expect((await colleague.api.tickets.list({})).activeCount).toBe((await owner.api.tickets.list({})).activeCount);
  }
});

test("a search in a long list finds common, rare and last tickets, and tickets without the word, in the list's order", async () => {
  const store = await newOwner(app);
  const count = 450;
  const bodyOf = (n: number) =>
    `${n % 2 ? "Lamp" : "Chair"} ${n % 40 ? "" : "seldom "}${n === 300 ? "Zwiebel " : ""}${n === 400 ? "?! " : ""}item ${n}`;
  const bodies = Array.from({ length: count }, (_, index) => bodyOf(index + 1));
  await app.asOwner(
    `insert into support_tickets (client_id, id, ticket_number, subject, description, preview, source, created_at)
     select $1, gen_random_uuid(), $3 + 1 - n, body, 'Hello', 'Hello', 'email', now() - make_interval(mins => n::int)
     from unnest($2::text[]) with ordinality as each (body, n)`,
    [store.tenantId, bodies, count],
    store.tenantId,
  );
  await untilFolded(app, store.tenantId);
  for (const search of ["chair", "seldom", "zwiebel", "?!", "item 3", "chair item 30", "e", "nothing", "#!"]) {
    const started = search.split(" ").map((word) => (/\w/.test(word) ? ` ${word}` : word));
    const expected = bodies.filter((body) => started.every((word) => ` ${body.toLowerCase()}`.includes(word)));
    const { total, items } = await store.api.tickets.list({ search });
    expect([total, subjects(items)], search).toEqual([expected.length, expected.slice(0, 20)]);
    expect(subjects(await readAll(store, { search, limit: 100 })), search).toEqual(expected);
  }
  // The oldest ticket is found first, by its number.
  expect(subjects((await store.api.tickets.list({ search: "#1" })).items)).toEqual([count, 1].map(bodyOf));
});
