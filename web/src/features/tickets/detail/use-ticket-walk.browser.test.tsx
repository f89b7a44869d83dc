import type { TicketSort } from "@deskhand/contract/vocabulary";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { api } from "../../../lib/api.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { makeCard } from "../../../testing/make-card.ts";
import { fromNow } from "../../../testing/stop-clock.ts";
import { useTicketWalk } from "./use-ticket-walk.ts";

const created = fromNow().toISOString();
const card = (ticketNumber: number) => makeCard({ ticketNumber, createdAt: created, updatedAt: created });

function Ticket({ id }: { id: string }) {
  const { previous, next } = useTicketWalk(id, () => undefined);
  return (
    <>
      <h1>{`Ticket ${Number(id.slice(-12))}`}</h1>
      <button type="button" disabled={previous === undefined} onClick={previous}>
        Previous
      </button>
      <button type="button" disabled={next === undefined} onClick={next}>
        Next
      </button>
    </>
  );
}

function OpenTicket() {
  const { openTicketId } = useOpenTicket();
  return openTicketId === null ? null : <Ticket key={openTicketId} id={openTicketId} />;
}

/** Opens a ticket by its address over a list of `count`, in a given order. */
async function openByAddress(number: number, count: number, sort: TicketSort) {
  const server = fakeServer();
  server.preferences.sort = sort;
  server.listed = Array.from({ length: count }, (_, index) => card(index + 1));
  const cache = createQueryClient(() => undefined);
  await cache.prefetchQuery(api.desk.preferences.queryOptions());
  const history = createMemoryHistory({ initialEntries: [`/?ticket=${card(number).id}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: OpenTicket }), history });
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    server,
    next: page.getByRole("button", { name: "Next" }),
    previous: page.getByRole("button", { name: "Previous" }),
    at: (other: number) => expect.element(page.getByRole("heading")).toHaveTextContent(`Ticket ${other}`),
  };
}

test("a ticket opened by its address leads to its neighbours even far down the list", async () => {
  const { server, next, previous, at } = await openByAddress(65, 90, "activity");
  await expect.element(next).toBeEnabled();
  expect(server.listings).toHaveLength(1);
  await next.click();
  await at(66);
  await previous.click();
  await at(65);
  await previous.click();
  await at(64);
});

test("from a ticket outside the list, Next leads to the top", async () => {
  const { next, at } = await openByAddress(500, 45, "waiting");
  await expect.element(next).toBeEnabled();
  await next.click();
  await at(1);
});
