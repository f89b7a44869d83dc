import type { CustomerDetail } from "@deskhand/contract/customers";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { keepToasts } from "../../testing/stop-clock.ts";
import { Toaster } from "../../ui/overlay/toaster.tsx";
import "../../ui/theme.css";
import { JoinCustomersDialog } from "./join-customers-dialog.tsx";

const customerOf = (name: string): CustomerDetail => ({
  id: crypto.randomUUID(),
  name,
  email: `${name}@a.example`,
  phone: null,
  addresses: [`${name}@a.example`],
  shopifyCustomerId: null,
  totalOrders: 0,
  totalSpent: "0.00",
  lastOrderAt: null,
  currency: "USD",
  createdAt: "2026-03-02T10:00:00.000Z",
  ticketCount: 0,
  orderCount: 0,
  joined: [],
});

test("another customer is chosen, joined, and separated again by the toast", async () => {
  keepToasts();
  const server = fakeServer();
  const [ann, ben] = [customerOf("Ann"), customerOf("Ben")];
  server.customers.push(ann, ben);
  server.people.customers = [ann, ben];
  const requests: string[] = [];
  server.onTheWay = async ({ method, url }) => {
    if (method === "POST") requests.push(new URL(url).pathname);
    return undefined;
  };
  const onClose = vi.fn<() => void>();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <JoinCustomersDialog customer={ann} typed="" onClose={onClose} />
      <Toaster />
    </QueryClientProvider>,
  );
  const join = page.getByRole("button", { name: "Join Customers" });
  await expect.element(join).toBeDisabled();
  await page.getByRole("radio", { name: /Ben/ }).click();
  // The customer itself is not offered.
  expect(page.getByRole("radio").elements()).toHaveLength(1);
  await join.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  await expect.element(page.getByRole("list", { name: "Just now" }).getByText("Ben is Ann now")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => requests).toEqual([`/api/customers/${ben.id}/join`, `/api/customers/${ben.id}/part`]);
});
