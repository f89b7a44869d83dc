import type { OrderDetail } from "@deskhand/contract/orders";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { OrderDialog } from "./order-dialog.tsx";

const itemId = (at: number) => `22222222-2222-4222-8222-${String(at).padStart(12, "0")}`;
const at = "2026-03-02T10:00:00.000Z";
const address = {
  firstName: "李",
  lastName: "娜",
  address1: "1 <b>Main</b>",
  address2: null,
  city: "北京",
  provinceCode: "BJ",
  zip: "100000",
  country: "China",
};
const item = { id: "", title: "Lamp", variantTitle: null, sku: null, quantity: 1, currentQuantity: null };
const bare = { ...item, price: null, total: null, imageUrl: null, shopifyProductId: null };
const shipment = {
  id: itemId(1),
  status: "success",
  displayStatus: null,
  shippedAt: at,
  estimatedDeliveryAt: null,
  deliveredAt: null,
  updatedAt: null,
  events: [],
  parcels: [],
};

const empty: OrderDetail = {
  id: "22222222-2222-4222-8222-222222222222",
  shopifyOrderId: "5001",
  orderNumber: "1042",
  name: "#1042",
  customer: null,
  email: null,
  phone: null,
  totalPrice: null,
  totalRefunded: "0",
  currency: "USD",
  sums: null,
  financialStatus: null,
  fulfillmentStatus: null,
  shippingAddress: null,
  billingAddress: null,
  lineItems: [],
  fulfillments: [],
  refunds: [],
  createdAt: at,
  paidAt: null,
  cancelledAt: null,
  cancelReason: null,
  isTest: false,
  changedAt: null,
  savedAt: at,
};

/** Opens an order with these details, whose buyer has this many active and archived tickets. */
async function open(
  known: Partial<OrderDetail>,
  tickets: readonly [number, number] = [0, 0],
  beforeTickets = async (): Promise<void> => undefined,
) {
  const server = Object.assign(fakeServer(), { beforeTickets });
  server.orders.push({ ...empty, ...known });
  server.ticketCounts = { active: tickets[0], archive: tickets[1] };
  const onClose = vi.fn();
  const root = createRootRoute({ component: Outlet });
  const all = createRoute({
    getParentRoute: () => root,
    path: "$",
    component: () => (
      <OrderDialog orderId={empty.id} onClose={onClose} onShown={() => undefined} returnFocusTo={() => null} />
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: ["/dashboard/orders"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const dialog = page.getByRole("dialog", { name: "Order #1042" });
  await expect.element(dialog.getByRole("region", { name: /^Order Items/ })).toBeVisible();
  return { dialog, onClose, router, server };
}

test("shows nothing for what is unknown of an order", async () => {
  const { dialog, onClose } = await open({});
  for (const words of ["—", "Unknown", "Not Shipped", "Unknown Customer", "No email", "No line items available"]) {
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible();
  }
  for (const words of ["Shipping Address", "Billing Address", "Package Tracking", "Shipping Information", "Refunds"]) {
    await expect.element(dialog.getByText(words)).not.toBeInTheDocument();
  }
  await expect.element(dialog.getByText("Support Tickets")).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => onClose).toHaveBeenCalled();
});

test("amounts keep their decimals, text stays plain, and removed, cancelled and refunded parts are labelled", async () => {
  const { dialog } = await open({
    totalPrice: "1234567.125",
    currency: "KWD",
    totalRefunded: "0.125",
    financialStatus: "expired",
    cancelledAt: at,
    cancelReason: "inventory",
    isTest: true,
    refunds: [{ id: empty.id, amount: "0.125", refundedAt: at }],
    shippingAddress: address,
    billingAddress: { ...address, city: null },
    lineItems: [
      {
        ...bare,
        id: itemId(1),
        title: "<script>alert(1)</script>",
        quantity: 3,
        currentQuantity: 1,
        sku: "A-1",
        price: "0.105",
        total: "0.315",
        variantTitle: "עברית",
      },
      { ...bare, id: itemId(2), title: "L".repeat(400) },
    ],
  });
  for (const words of [
    "KWD\u00a01,234,567.125",
    "Total: KWD\u00a00.315",
    "3 × KWD\u00a00.105",
    "SKU: A-1",
    "2 removed",
    "Expired",
  ]) {
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible();
  }
  await expect.element(dialog.getByText("<script>alert(1)</script>")).toBeVisible();
  await expect.element(dialog.getByText("1 <b>Main</b>").first()).toBeVisible();
  await expect.element(dialog.getByText("BJ 100000", { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/^This order was cancelled on/)).toBeVisible();
  await expect.element(dialog.getByText("Reason: Inventory")).toBeVisible();
  await expect.element(dialog.getByText("Test order")).toBeVisible();
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
});

test("shows what the total consists of, with discount codes, in the store's and the customer's currency", async () => {
  const { dialog } = await open({
    totalPrice: "97.45",
    currency: "EUR",
    totalRefunded: "10.00",
    sums: {
      subtotal: "89.95",
      discounts: "10.00",
      shipping: "7.50",
      tax: "14.36",
      discountCodes: ["SUMMER10"],
      isTaxIncluded: true,
      shown: {
        currency: "JPY",
        total: "15924",
        refunded: "1634",
        subtotal: "14699",
        discounts: "1634",
        shipping: "1226",
        tax: "2347",
      },
    },
  });
  for (const [name, amounts] of [
    ["Discounts (SUMMER10)", "€10.00, as the customer saw it ¥1,634"],
    ["Subtotal after discounts", "€89.95, as the customer saw it ¥14,699"],
    ["Shipping", "€7.50, as the customer saw it ¥1,226"],
    ["Taxes (included)", "€14.36, as the customer saw it ¥2,347"],
    ["Total", "€97.45, as the customer saw it ¥15,924"],
    ["Refunded", "€10.00, as the customer saw it ¥1,634"],
  ] as const) {
    const facts = dialog.getByRole("definition").elements();
    const fact = facts.find((one) => one.previousElementSibling?.textContent === name);
    expect(fact?.textContent).toBe(amounts);
  }
});

test("lists each tracking number with its carrier; the first link opens in a new tab", async () => {
  const parcel = { number: "1Z9", company: "UPS", url: null };
  const { dialog } = await open({
    fulfillments: [
      {
        ...shipment,
        displayStatus: "in_transit",
        parcels: [parcel, { number: "2Z9", company: null, url: "https://u.test/2" }],
      },
      { ...shipment, id: itemId(2), status: null, parcels: [] },
    ],
  });
  const banner = dialog.getByRole("region", { name: "Package Tracking" });
  await expect.element(banner.getByText("1Z9")).toBeVisible();
  await expect.element(banner.getByText("2Z9")).toBeVisible();
  const link = banner.getByRole("link", { name: /^Track Package/ });
  await expect.element(link).toHaveAttribute("href", "https://u.test/2");
  await expect.element(link).toHaveAttribute("target", "_blank");
  await expect.element(link).toHaveAttribute("rel", "noopener noreferrer");
  expect(banner.getByRole("link").elements()).toHaveLength(1);
  const shipments = dialog.getByRole("region", { name: "Shipping Information" }).getByRole("listitem");
  expect(shipments.nth(0).element().textContent).toMatch(/In Transit/);
  expect(shipments.nth(1).element().textContent).toMatch(/Unknown/);
});

test("each of two parcels has its own button", async () => {
  const parcels = ["1", "2"].map((number) => ({ number, company: "UPS", url: `https://u.test/${number}` }));
  const { dialog } = await open({ fulfillments: [{ ...shipment, parcels }] });
  for (const name of ["Package Tracking", "Shipping Information"]) {
    const links = dialog.getByRole("region", { name }).getByRole("link").elements();
    expect(links.map((link) => link.getAttribute("href"))).toEqual(parcels.map(({ url }) => url));
  }
});

test.each([
  ["customer=ann%40a.example", [2, 1], 3],
  ["customer=ann%40a.example", [3, 0], 3],
  ["view=archive", [0, 1], 1],
] as const)(
  "the tickets of whoever ordered are counted, and %s leads to them",
  async (address, [active, archived], count) => {
    const { dialog, router } = await open({ email: "ann@a.example" }, [active, archived]);
    const link = dialog.getByRole("link", { name: `View Support Tickets (${count})` });
    await expect
      .element(dialog.getByText(`Customer has ${count} support ticket${count === 1 ? "" : "s"}`))
      .toBeVisible();
    expect(dialog.element().textContent).toContain(
      active === 0 ? "1 support ticket, archived" : `support tickets${archived > 0 ? ", of which 1 archived" : ""}`,
    );
    await expect.element(dialog.getByRole("link", { name: "View All →" })).toBeVisible();
    await link.click();
    await expect.poll(() => router.state.location.href).toContain("/dashboard/tickets?");
    await expect.poll(() => router.state.location.href).toContain(address);
  },
);

test("the buttons wait for the ticket counts, and a failure can be retried", async () => {
  let settle = (_isFine: boolean): void => undefined;
  const counted = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const { dialog, server } = await open({ email: "ann@a.example" }, [1, 0], async () => {
    if (!(await counted)) throw refusal("not_allowed");
  });
  await expect.element(dialog.getByText("Loading support tickets...")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "View Support Tickets" })).toBeDisabled();
  await expect.element(dialog.getByRole("button", { name: "View All →" })).toBeDisabled();
  settle(false);
  await expect.element(dialog.getByText("Failed to load tickets", { exact: false })).toBeVisible();
  server.beforeTickets = async () => undefined;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("link", { name: "View Support Tickets (1)" })).toBeVisible();
});

test("a broken picture becomes a placeholder, and its request sends no referrer", async () => {
  const { dialog } = await open({
    lineItems: [{ ...bare, id: itemId(1), imageUrl: "https://localhost:1/none.png" }],
  });
  await expect.element(dialog.getByText("Lamp")).toBeVisible();
  await expect.poll(() => document.querySelector("dialog img")).toBeNull();
  await expect.poll(() => document.querySelector("dialog li svg")).not.toBeNull();
});

test("shows two hundred items at once", async () => {
  const { dialog } = await open({
    lineItems: Array.from({ length: 200 }, (_, at) => ({ ...bare, id: itemId(at), title: `Item ${at}` })),
  });
  await expect.element(dialog.getByText("Item 199", { exact: true })).toBeInTheDocument();
  expect(document.querySelectorAll("dialog li")).toHaveLength(200);
});
