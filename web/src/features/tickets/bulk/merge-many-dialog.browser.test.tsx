import type { TicketCard } from "@deskhand/contract/tickets";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { chooseAll, chosenIds, useChosen } from "./chosen-tickets.ts";
import { MergeManyDialog } from "./merge-many-dialog.tsx";

function Chosen({ of }: { of: TicketCard[] }) {
  const chosen = useChosen();
  return <MergeManyDialog tickets={of.filter(({ id }) => chosen.has(id))} onClose={() => undefined} />;
}

test("merges into the oldest or a chosen ticket, asks about customers, and reports a refusal with what remains", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const ben = { id: crypto.randomUUID(), name: "Ben", email: "ben@customer.example" };
  const oldest = { ...ticket, id: crypto.randomUUID(), ticketNumber: 3, subject: "Lamp" };
  const ofBen = { ...ticket, id: crypto.randomUUID(), ticketNumber: 9, customer: ben, customerId: ben.id };
  const all = [ofBen, ticket, oldest];
  chooseAll(all.map(({ id }) => id));
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Chosen of={all} /> }),
    history: createMemoryHistory({ initialEntries: ["/dashboard/tickets"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("button", { name: "Merge into Ticket: 0003" })).toBeDisabled();
  await page.getByRole("radio", { name: /They stay different customers/ }).click();
  await page.getByRole("radio", { name: /Ticket: 0007/ }).click();
  server.moves.refuses = (id) => (id === ofBen.id ? refusal("ticket_archived") : null);
  await page.getByRole("button", { name: "Merge into Ticket: 0007" }).click();
  await expect.element(page.getByText(/^Failed to merge Ticket: 0009: This ticket is archived/)).toBeVisible();
  expect(server.moves.merges).toEqual([
    { id: oldest.id, into: ticket.id },
    { id: ofBen.id, into: ticket.id, customers: "keep" },
  ]);
  expect([...chosenIds()]).toEqual([ofBen.id, ticket.id]);
  server.moves.refuses = () => null;
  await page.getByRole("button", { name: "Merge into Ticket: 0007" }).click();
  await expect.poll(() => chosenIds().size).toBe(0);
});
