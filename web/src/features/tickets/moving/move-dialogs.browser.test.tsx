import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { fakeServer, newMessage, refusal } from "../../../testing/fake-server.ts";
import { keepToasts } from "../../../testing/stop-clock.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { ChangeCustomerDialog } from "./change-customer-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { SnoozeDialog } from "./snooze-dialog.tsx";

async function open() {
  keepToasts();
  const server = fakeServer();
  const { ticket } = server;
  const [message] = ticket.messages;
  message?.recipients.push(newRecipient("bo@works.example", { name: "Bo", kind: "cc" }));
  const onClose = vi.fn<() => void>();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ChangeCustomerDialog ticket={{ ...ticket }} onClose={onClose} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { server, ticket, onClose, before: ticket.customerId };
}

test("a person of the conversation becomes the customer, and the toast undoes it", async () => {
  const { server, ticket, onClose, before } = await open();
  await expect.element(page.getByText("It is of Ines Roth now.", { exact: false })).toBeVisible();
  const answered = "An answer goes to the new customer then, also to what came before, unless you choose whom";
  await expect.element(page.getByText(answered, { exact: false })).toBeVisible();
  await expect.element(page.getByRole("radio", { name: /Bo/ })).toBeChecked();
  // The current customer is not offered.
  expect(page.getByRole("radio").elements()).toHaveLength(2);
  await page.getByRole("button", { name: "Change Customer" }).click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  const bo = { email: "bo@works.example", name: "Bo" };
  expect(server.moves.customerChanges).toEqual([{ id: ticket.id, customer: bo, expected: before }]);
  const now = ticket.customerId;
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => server.moves.customerChanges.at(-1))
    .toEqual({ id: ticket.id, customer: { id: before }, expected: now });
});

test("a new customer needs an address", async () => {
  const { server, ticket } = await open();
  server.people.customers = [{ id: crypto.randomUUID(), name: "Ann", email: "ann@known.example" }];
  await page.getByRole("radio", { name: "Somebody else" }).click();
  await page.getByRole("button", { name: "Change Customer" }).click();
  await expect.element(page.getByText("Customer email is required")).toBeVisible();
  await page.getByRole("combobox", { name: "Customer" }).fill("cleo@new.example");
  await page.getByRole("option", { name: /New customer/ }).click();
  await expect.element(page.getByRole("textbox", { name: "Email Address" })).toHaveValue("cleo@new.example");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => server.moves.customerChanges)
    .toMatchObject([{ id: ticket.id, customer: { email: "cleo@new.example" } }]);
});

test("merging names both customers and waits for a choice about them", async () => {
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
  const screen = await render(
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
  // The target ticket offers the undo.
  await page.getByRole("button", { name: "Undo Merge" }).click();
  await expect.poll(() => server.moves.unmerges).toEqual([ticket.id]);
  await expect.element(page.getByRole("button", { name: "Undo Merge" })).not.toBeInTheDocument();
  await screen.unmount();
});

test("a customer's message meanwhile is shown, and the ticket is snoozed until the same time anyway", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const news = newMessage(ticket.id, { content: "Never mind, it came." });
  server.before = async () => {
    if (server.snoozes.length === 1) throw refusal("conversation_moved_on", { newMessages: [news] });
  };
  const onClose = vi.fn<() => void>();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SnoozeDialog ticket={ticket} onClose={onClose} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: /^Tomorrow 9:00/ }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The customer wrote meanwhile: Never mind, it came.");
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Snooze all the same" }).click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  const [first, second] = server.snoozes;
  expect(first?.lastSeenMessageId).toBe(ticket.messages.at(-1)?.id ?? null);
  expect(second?.until).toBe(first?.until);
  expect(second?.lastSeenMessageId).toBeUndefined();
});
