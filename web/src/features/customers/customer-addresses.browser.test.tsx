import type { CustomerDetail } from "@deskhand/contract/customers";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../lib/api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { keepToasts } from "../../testing/stop-clock.ts";
import { Toaster } from "../../ui/overlay/toaster.tsx";
import "../../ui/theme.css";
import { CustomerAddresses } from "./customer-addresses.tsx";

const ann: CustomerDetail = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Ann",
  email: "ann@a.example",
  phone: null,
  shopifyCustomerId: null,
  totalOrders: 0,
  totalSpent: "0.00",
  lastOrderAt: null,
  currency: "USD",
  createdAt: "2026-03-02T10:00:00.000Z",
  ticketCount: 0,
  orderCount: 0,
  addresses: ["ann@a.example"],
  joined: [],
};

function Addresses({ onOpen }: { onOpen: (id: string) => void }) {
  const { data } = useQuery(api.customers.get.queryOptions({ input: { id: ann.id } }));
  return data === undefined ? null : (
    <CustomerAddresses customer={data} canChange onOpenCustomer={onOpen} onJoin={onOpen} />
  );
}

async function open() {
  keepToasts();
  const server = fakeServer();
  server.customers.push({ ...ann });
  const onOpen = vi.fn<(id: string) => void>();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Addresses onOpen={onOpen} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { server, onOpen };
}

const listed = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((item) => item.textContent);

test("an address is added by keyboard, made the main one, removed and restored", async () => {
  await open();
  await page.getByRole("textbox", { name: "Another address of theirs" }).fill("second@a.example");
  await userEvent.keyboard("{Enter}");
  await expect.poll(listed).toEqual(["ann@a.exampleMain", "second@a.example"]);
  await page.getByRole("button", { name: "What to do with second@a.example" }).click();
  await page.getByRole("menuitem", { name: "Make it the main address" }).click();
  await expect.poll(listed).toEqual(["second@a.exampleMain", "ann@a.example"]);
  await page.getByRole("button", { name: "What to do with ann@a.example" }).click();
  await page.getByRole("menuitem", { name: "Take it off" }).click();
  await expect
    .element(page.getByRole("list", { name: "Just now" }).getByText("ann@a.example was taken off"))
    .toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(listed).toEqual(["second@a.exampleMain", "ann@a.example"]);
});

test("another customer's address links to that customer", async () => {
  const { server, onOpen } = await open();
  server.beforeCustomer = () => {
    throw refusal("customer_email_taken", { customerId: "33333333-3333-4333-8333-333333333333" });
  };
  await page.getByRole("textbox", { name: "Another address of theirs" }).fill("ben@b.example");
  await page.getByRole("button", { name: "Add Address" }).click();
  await expect.element(page.getByText("Another customer has this email address")).toBeVisible();
  await page.getByRole("button", { name: "Open that customer" }).click();
  expect(onOpen).toHaveBeenLastCalledWith("33333333-3333-4333-8333-333333333333");
  await page.getByRole("button", { name: "Join them..." }).click();
  expect(onOpen).toHaveBeenLastCalledWith("ben@b.example");
});
