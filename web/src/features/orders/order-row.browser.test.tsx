import type { OrderCard } from "@deskhand/contract/orders";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import "../../ui/theme.css";
import { OrderRow } from "./order-row.tsx";

const item = { id: "", title: "Lamp", variantTitle: null, sku: null, quantity: 1, currentQuantity: null };
const bareItem = { ...item, price: null, total: null, imageUrl: null, shopifyProductId: null };
const bare: OrderCard = {
  id: "22222222-2222-4222-8222-222222222222",
  shopifyOrderId: "5001",
  name: "#1042",
  customer: null,
  email: null,
  totalPrice: null,
  currency: "USD",
  financialStatus: null,
  fulfillmentStatus: null,
  cancelledAt: null,
  createdAt: "2026-03-02T10:00:00.000Z",
  lineItems: [],
  lineItemCount: 0,
  tracking: null,
};

/** Shows the row of an order with these details. */
async function show(known: Partial<OrderCard>) {
  const route = createRootRoute({
    component: () => (
      <div className="@container">
        <OrderRow order={{ ...bare, ...known }} isOpen={false} isTabStop storeUrl="https://admin.test/orders/5001" />
      </div>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ["/dashboard/orders?q=lamp"] });
  const router = createRouter({ routeTree: route, history });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const row = page.getByRole("article");
  await expect.element(row).toBeVisible();
  return { row, router };
}

test("shows nothing for what is unknown of an order", async () => {
  const { row } = await show({});
  for (const words of ["Unknown", "Not Shipped", "Unknown Customer", "No email", "—", "No line items available"]) {
    await expect.element(row.getByText(words, { exact: true }).first()).toBeInTheDocument();
  }
  await expect.element(row.getByText("Tracking:", { exact: false })).not.toBeInTheDocument();
});

test("shows the first items, how many more, the total and the tracking number", async () => {
  const { row } = await show({
    customer: { id: "c", name: "Ann", email: "ann@a.example" },
    email: "other@a.example",
    totalPrice: "1200",
    currency: "JPY",
    financialStatus: "partially_refunded",
    fulfillmentStatus: "on_hold",
    lineItemCount: 203,
    cancelledAt: "2026-03-03T10:00:00.000Z",
    tracking: { number: "1Z9", company: "UPS" },
    lineItems: [
      {
        ...bareItem,
        id: "1",
        title: "<b>Lamp</b>",
        quantity: 2,
        variantTitle: "Oak",
        sku: "A-1",
        price: "600",
        total: "1200",
      },
      { ...bareItem, id: "2", title: "L".repeat(400) },
      { ...bareItem, id: "3" },
    ],
  });
  for (const part of ["<b>Lamp</b>", "(Oak)", "SKU: A-1", "¥600"]) {
    expect(row.element().textContent).toContain(part);
  }
  for (const words of [
    "203 items ordered",
    "... and 200 more items",
    "Partially Refunded",
    "On Hold",
    "Cancelled",
    "UPS",
  ]) {
    await expect.element(row.getByText(words, { exact: true })).toBeVisible();
  }
  await expect.element(row.getByText("¥1,200").first()).toBeInTheDocument();
  expect(row.element().textContent).toMatch(/Tracking: 1Z9/);
  expect(row.element().textContent).toMatch(/Annann@a\.example/);
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

test("hides a broken picture", async () => {
  const { row } = await show({
    lineItemCount: 1,
    lineItems: [{ ...bareItem, id: "1", imageUrl: "https://localhost:1/none.png" }],
  });
  await expect.element(row.getByText("1 item ordered")).toBeVisible();
  await expect.poll(() => document.querySelector("article img")).toBeNull();
  expect(document.querySelector("article li svg")).toBeNull();
});

test("selecting it opens the order over the current list", async () => {
  const { row, router } = await show({});
  const store = row.getByRole("link", { name: "View order #1042 in Shopify" });
  await expect.element(store).toHaveAttribute("href", "https://admin.test/orders/5001");
  await row.getByRole("link", { name: "View Details of order #1042" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ q: "lamp", orderId: bare.id });
});
