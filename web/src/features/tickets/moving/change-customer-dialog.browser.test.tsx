import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { keepToasts } from "../../../testing/stop-clock.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { ChangeCustomerDialog } from "./change-customer-dialog.tsx";

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

test("one in the conversation becomes the customer, and the toast takes it back", async () => {
  const { server, ticket, onClose, before } = await open();
  await expect.element(page.getByText("It is of Ines Roth now.", { exact: false })).toBeVisible();
  const answered = "An answer goes to the new customer then, also to what came before, unless you choose whom";
  await expect.element(page.getByText(answered, { exact: false })).toBeVisible();
  await expect.element(page.getByRole("radio", { name: /Bo/ })).toBeChecked();
  // Who is the customer already is not offered.
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

test("somebody new is added by their address, and without one nothing is sent", async () => {
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
