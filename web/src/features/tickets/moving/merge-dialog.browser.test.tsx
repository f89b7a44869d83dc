import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { MergeDialog } from "./merge-dialog.tsx";

test("whose two tickets are is said, and nothing is merged before it is chosen what becomes of the customers", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const ben = { id: crypto.randomUUID(), name: "Ben", email: "ben@customer.example" };
  const other = {
    ...ticket,
    id: crypto.randomUUID(),
    ticketNumber: 8,
    subject: "Chair",
    customer: ben,
    customerId: ben.id,
  };
  const own = { ...ticket, id: crypto.randomUUID(), ticketNumber: 9, subject: "Again" };
  server.listed = [own, other];
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <MergeDialog ticket={ticket} onClose={() => undefined} /> }),
    history: createMemoryHistory({ initialEntries: ["/dashboard/tickets"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("radio", { name: /Again/ })).toBeVisible();
  expect(page.getByRole("radio").elements()).toHaveLength(1);
  await page.getByLabelText("Find by number, subject or customer").fill("chair");
  await page.getByRole("radio", { name: /Chair/ }).click();
  await expect
    .element(page.getByRole("group", { name: "Ticket: 0007 is Ines Roth's, Ticket: 0008 is Ben's" }))
    .toBeVisible();
  const merge = page.getByRole("button", { name: "Merge into Ticket: 0008" });
  await expect.element(merge).toBeDisabled();
  await page.getByRole("radio", { name: /They stay two customers/ }).click();
  await merge.click();
  await expect.poll(() => server.moves.merges).toEqual([{ id: ticket.id, into: other.id, customers: "keep" }]);
  // Where one lands it can be taken back.
  await page.getByRole("button", { name: "Undo Merge" }).click();
  await expect.poll(() => server.moves.unmerges).toEqual([ticket.id]);
  await expect.element(page.getByRole("button", { name: "Undo Merge" })).not.toBeInTheDocument();
});
