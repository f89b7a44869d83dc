import { expect, test } from "vitest";
import { wayBackOf } from "./ticket-list.tsx";
import { filterOfSearch, readTicketsSearch, type TicketListFilter } from "./ticket-list-filter.ts";

test("a chip that led to the archive leads back, after a reload too, to the previous filters", () => {
  const address = { view: "archive", status: "resolved", from: "active.needsReply" };
  const filters: TicketListFilter[] = [];
  const filter = filterOfSearch(readTicketsSearch(address));
  wayBackOf(filter, (next) => filters.push(next)).change({ ...filter, status: [] });
  expect(filters).toEqual([expect.objectContaining({ view: "active", status: [], needsReply: true, from: null })]);
});
