import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { limits } from "@deskhand/contract/limits";
import type { TicketFilter } from "@deskhand/contract/tickets";
import {
  ticketCategories,
  ticketFilters,
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
} from "@deskhand/contract/vocabulary";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import type { Read } from "../../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";
import { type ImportedTicket, importTickets } from "../index.ts";
import { countTickets, listTickets } from "./list-tickets.ts";

const file = new URL("../../../../../db/functions/tickets/ticket-list.sql", import.meta.url);
/** The only line that a new filter needs. */
const entry = "('hasFiles', null, 't.attachment_count > 0', null, null),";

let app: Desk;
let owner: Person;
let read: Read;
let created: Made[];
type Made = ImportedTicket & { files: number; teamId: string | null };
/** A team of half of all tickets, and one of few. */
let teams: { many: string; few: string };

/** Makes a thousand tickets of every kind; one in `rarity` has files, or none if it is null. */
async function fill(rarity: number | null): Promise<void> {
  owner = await newOwner(app);
  read = (query) => app.services.db.read(owner.tenantId, query);
  // The same tickets in each run (Lehmer's generator), so that a failure can be repeated.
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const makeTeam = async (name: string) => {
    const values = { name, memberIds: [], givesOut: false, openLimit: null, tellAfterMinutes: null };
    return (await owner.api.teams.create({ ...values, idempotencyKey: randomUUID() })).id;
  };
  teams = { many: await makeTeam("Many"), few: await makeTeam("Few") };
  const anyOf = <T>(values: readonly T[]) => values[random(values.length)] as T;
  const time = () => new Date(Date.UTC(2026, 0, 1, 0, random(60 * 24 * 90))).toISOString();
  created = Array.from({ length: 1_000 }, () => ({
    id: newId(Date.UTC(2026, 0, 1)),
    subject: anyOf(["Parcel lost", "Lamp broken", "Parcel late"]),
    description: "Text",
    preview: "Text",
    source: "email" as const,
    customerId: null,
    createdBy: null,
    dueDate: null,
    category: anyOf(ticketCategories),
    status: anyOf(ticketStatuses),
    priority: anyOf(ticketPriorities),
    tags: anyOf([[], ["vip"], ["vip", "late"]]),
    assignedTo: anyOf([null, owner.userId]),
    createdAt: time(),
    updatedAt: time(),
    activities: [],
    teamId: random(100) === 0 ? teams.few : anyOf([teams.many, null]),
    files: rarity !== null && random(rarity) === 0 ? 1 : 0,
  }));
  await app.services.db.withTenant(owner.tenantId, (tx) => importTickets(tx, created));
  const withFiles = created.filter(({ files }) => files > 0).map(({ id }) => id);
  await app.asOwner("update support_tickets set attachment_count = 1 where id = any ($1)", [withFiles], owner.tenantId);
  for (const teamId of Object.values(teams)) {
    const ids = created.filter((ticket) => ticket.teamId === teamId).map(({ id }) => id);
    await app.asOwner("update support_tickets set team_id = $1 where id = any ($2)", [teamId, ids], owner.tenantId);
  }
}

beforeAll(async () => {
  app = await openDesk();
  const list = await readFile(file, "utf8");
  const added = list.replace("    values\n      ('status'", `    values\n      ${entry}\n      ('status'`);
  expect(added).toContain(entry);
  await app.asOwner(added);
});
afterAll(() => app.stop());

type Asked = Omit<TicketFilter, "customer"> & { hasFiles?: true };

const isArchived = ({ status }: Made) => status === "resolved" || status === "closed";
/** The plain loop that every result is compared with. */
const fits = (ticket: Made, asked: Asked) =>
  (asked.everywhere || isArchived(ticket) === (asked.view === "archive")) &&
  (asked.created === undefined || (ticket.createdAt >= "2026-01-20" && ticket.createdAt < "2026-02-03")) &&
  (!asked.hasFiles || ticket.files > 0) &&
  (asked.status?.includes(ticket.status) ?? true) &&
  (asked.priority?.includes(ticket.priority) ?? true) &&
  (asked.category?.includes(ticket.category) ?? true) &&
  (asked.assignee === undefined || ticket.assignedTo === (asked.assignee === "me" ? owner.userId : null)) &&
  (asked.team === undefined || ticket.teamId === (asked.team === "nobody" ? null : asked.team)) &&
  (asked.tag?.some((tag) => ticket.tags.includes(tag)) ?? true) &&
  !asked.needsReply &&
  (!asked.snoozed || asked.everywhere === true) &&
  (asked.search === undefined || ticket.subject.toLowerCase().includes(asked.search));

const or = <T>(...values: T[]) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: fc.constantFrom(...values), weight: 1 });
const anyFilter = fc.record({
  view: fc.constantFrom("active" as const, "archive" as const),
  sort: fc.constantFrom(...ticketSorts),
  status: or(["open" as const], ["urgent" as const, "closed" as const]),
  priority: or(["high" as const]),
  category: or(["Billing" as const]),
  assignee: or("me", "nobody"),
  team: or("many" as const, "few" as const, "nobody" as const),
  tag: or(["late"], ["vip", "late"]),
  needsReply: or(true as const),
  snoozed: or(true as const),
  everywhere: or(true as const),
  created: or("2026-01-20..2026-02-02"),
  search: or("parcel"),
});

test.each([
  ["half of all tickets", 2],
  ["few", 200],
  ["none", null],
] as const)(
  "a new filter of the list that matches %s works for pages, counts, search and bulk changes",
  async (_, rarity) => {
    await fill(rarity);
    const actor = { userId: owner.userId };
    await fc.assert(
      fc.asyncProperty(anyFilter, async ({ sort, team, ...filter }) => {
        const teamId = team === undefined || team === "nobody" ? team : teams[team];
        // As in the contract, once it has the filter.
        const asked = { ...filter, team: teamId, hasFiles: true as const };
        const expected = created.filter((ticket) => fits(ticket, asked)).map(({ id }) => id);
        const pages: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await listTickets(read, actor, { ...asked, sort, limit: 50, ...(cursor && { cursor }) });
          pages.push(...page.items.map(({ id }) => id));
          expect(page.total).toBe(expected.length);
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        expect(pages.sort()).toEqual(expected.sort());
        const all = await listTickets(read, actor, { ...asked, sort, limit: 5_000, isCounted: false });
        expect(all.items.map(({ id }) => id).sort()).toEqual(expected);
        expect(await countTickets(read, actor, { ...asked, sort }, 10_000)).toBe(expected.length);
      }),
      { numRuns: 40 },
    );
  },
);

test("every filter of the contract exists in the database, and no other", async () => {
  const entries = await app.asOwner<{ name: string }>("select name from ticket_filters()");
  const known = entries.map(({ name }) => name).filter((name) => name !== "hasFiles" && name !== "unassigned");
  // Snoozed tickets are a view.
  expect([...known, "snoozed"].sort()).toEqual(Object.keys(ticketFilters).sort());
});

test("the first page's count is not repeated for later pages, nor made for a request for all tickets", async () => {
  await fill(2);
  const actor = { userId: owner.userId };
  const counting: boolean[] = [];
  const watched: Read = (query) => {
    const isCounting = query.sql.includes("count_tickets(") || query.parameters.includes(limits.searchCountCap + 1);
    counting.push(isCounting);
    return read(query);
  };
  for (const asked of [{ search: "parcel" }, { tag: ["vip", "late"] }]) {
    const list = { view: "active" as const, sort: "activity" as const, ...asked, limit: 20 };
    const first = await listTickets(watched, actor, list);
    expect(counting.splice(0)).toContain(true);
    const second = await listTickets(watched, actor, { ...list, cursor: first.nextCursor ?? "" });
    expect(second).toMatchObject({ total: first.total, elsewhereCount: first.elsewhereCount });
    await listTickets(watched, actor, { ...list, limit: 5_000, isCounted: false });
    expect(counting.splice(0)).toEqual([false, false]);
  }
});
