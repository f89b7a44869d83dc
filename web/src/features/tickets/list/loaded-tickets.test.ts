import type { TicketCard, TicketList } from "@deskhand/contract/tickets";
import { expect, test, vi } from "vitest";
import { appendPage, changedTickets, type LoadedTickets, refreshTickets, shareTickets } from "./loaded-tickets.ts";

function card(n: number, rest: Partial<TicketCard> = {}): TicketCard {
  return {
    id: `id-${n}`,
    ticketNumber: n,
    subject: `Subject ${n}`,
    preview: "",
    status: "open",
    priority: "medium",
    category: "General",
    tags: [],
    customer: null,
    customerId: null,
    assignedTo: null,
    createdAt: "2026-11-18T09:00:00.000Z",
    updatedAt: "2026-11-18T09:00:00.000Z",
    dueDate: null,
    messageCount: 1,
    attachmentCount: 0,
    ...rest,
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => card(from + i));

function list(items: TicketCard[], nextCursor: string | null = null): LoadedTickets {
  const total = items.length;
  return { items, nextCursor, total, totalIsCapped: false, activeCount: total, archivedCount: 0, changed: [] };
}

/** A server that holds `tickets` and counts its answers. */
function serverOf(tickets: TicketCard[]) {
  return vi.fn(async ({ cursor = "0", limit }: { cursor?: string; limit: number }): Promise<TicketList> => {
    const end = Number(cursor) + limit;
    const { changed: _, ...page } = list(tickets.slice(Number(cursor), end), end < tickets.length ? String(end) : null);
    return page;
  });
}

test("the first load asks for one page of 20", async () => {
  const server = serverOf(range(1, 50));
  const loaded = await refreshTickets(() => undefined, server);
  expect(server.mock.calls).toEqual([[{ limit: 20 }]]);
  expect([loaded.items.length, loaded.nextCursor, loaded.changed]).toEqual([20, "20", []]);
});

test("a refresh brings back as much as was loaded, in large pages", async () => {
  const before = list(range(1, 240), "240");
  const server = serverOf(range(1, 500));
  const loaded = await refreshTickets(() => before, server);
  expect(server.mock.calls.map(([page]) => page.limit)).toEqual([100, 100, 40]);
  expect([loaded.items.length, loaded.changed]).toEqual([240, []]);
});

test("a list that was there to its end still is when a ticket comes in", async () => {
  const server = serverOf(range(1, 59));
  const loaded = await refreshTickets(() => list(range(2, 59)), server);
  expect(server.mock.calls).toEqual([[{ limit: 60 }]]);
  expect([loaded.items.length, loaded.nextCursor, loaded.changed]).toEqual([59, null, ["id-1"]]);
});

test("a refresh ends where the list has become shorter", async () => {
  const loaded = await refreshTickets(() => list(range(1, 150), "150"), serverOf(range(1, 30)));
  expect([loaded.items.length, loaded.nextCursor]).toEqual([30, null]);
});

test("a page that arrives during a refresh is not lost by it", async () => {
  let before = list(range(1, 20), "20");
  const server = serverOf(range(1, 90));
  server.mockImplementationOnce(async (page) => {
    before = list(range(1, 40), "40");
    return serverOf(range(1, 90))(page);
  });
  expect((await refreshTickets(() => before, server)).items.length).toBe(40);
});

test("new and changed tickets are told, not those that were only not loaded yet", () => {
  const before = list([card(3), card(2), card(1)], "3");
  const after = [card(4), card(3), card(2, { messageCount: 2 }), card(1), card(0)];
  expect(changedTickets(before, after)).toEqual(["id-4", "id-2"]);
  expect(changedTickets({ ...before, nextCursor: null }, after)).toEqual(["id-4", "id-2", "id-0"]);
  expect(changedTickets(before, [card(9, { status: "urgent" })])).toEqual([]);
});

test("a page is appended once, with its newer totals", () => {
  const loaded = { ...list(range(1, 3), "3"), changed: ["id-1"] };
  const next = appendPage(loaded, { ...list(range(3, 5)), total: 7 });
  expect(next.items.map(({ ticketNumber }) => ticketNumber)).toEqual([1, 2, 3, 4, 5]);
  expect([next.total, next.nextCursor, next.changed]).toEqual([7, null, []]);
});

test("tickets that moved down stay the objects they were, one that changed does not", () => {
  const before = list(range(1, 3));
  const { items } = shareTickets(before, list([card(4), card(1), card(2, { messageCount: 2 }), card(3)]));
  expect([items[1] === before.items[0], items[2] === before.items[1], items[3] === before.items[2]]).toEqual([
    true,
    false,
    true,
  ]);
  expect(items.map(({ messageCount }) => messageCount)).toEqual([1, 1, 2, 1]);
});

test("a list that came back as it was is the very same", () => {
  const before = list(range(1, 3), "3");
  expect(shareTickets(before, list(range(1, 3), "3"))).toBe(before);
  expect(shareTickets(before, { ...list(range(1, 3), "3"), total: 9 })).toEqual({ ...before, total: 9 });
});
