import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketOrder, TicketTracking } from "@deskhand/contract/tracking";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";
import { fakeServer } from "./fake-server.ts";
import "../ui/theme.css";
import { OrderBrief } from "../features/tracking/order-brief.tsx";
import { OrderInfoTab } from "../features/tracking/order-info-tab.tsx";
import { TrackingTab } from "../features/tracking/tracking-tab.tsx";

export const at = "2026-11-20T09:00:00.000Z";
export const lamp = { title: "Linen lamp", variantTitle: "Sand", quantity: 2, price: "29.50" } as const;

export function newOrder(orderNumber: string, changes: Partial<TicketOrder> = {}): TicketOrder {
  const name = `#${orderNumber}`;
  return {
    id: crypto.randomUUID(),
    name,
    orderNumber,
    totalPrice: "59.00",
    totalRefunded: "0",
    currency: "EUR",
    financialStatus: "paid",
    fulfillmentStatus: "fulfilled",
    createdAt: at,
    cancelledAt: null,
    readAt: at,
    items: [lamp],
    lineCount: 1,
    since: null,
    sums: null,
    parcels: [
      {
        orderNumber: name,
        trackingNumber: "JD0146",
        carrier: "DHL Express",
        status: "shipped",
        progress: 50,
        platformStatus: "in_transit",
        estimatedDelivery: null,
        lastUpdate: at,
        trackUrl: "https://dhl.example/JD0146",
        events: [{ id: "1", timestamp: at, status: "shipped", location: "Cork, Ireland", description: "In transit" }],
      },
    ],
    ...changes,
  };
}

export function newCustomer(orders: TicketOrder[]): NonNullable<TicketTracking["customer"]> {
  return {
    id: crypto.randomUUID(),
    name: "Ines Roth",
    email: "ines@roth.example",
    shopifyCustomerId: "77",
    isVerified: true,
    totalOrders: 4,
    totalSpent: "312.00",
    currency: "EUR",
    otherTickets: 1,
    orders,
  };
}

function Parts({ ticket }: { ticket: TicketDetail }) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <>
      <OrderBrief ticket={ticket} onShowTracking={() => undefined} />
      <TrackingTab ticket={ticket} />
      <OrderInfoTab ticket={ticket} />
    </>
  );
}

export async function show(component: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

type TrackingState = Partial<TicketTracking> & Partial<Pick<TicketDetail, "status" | "writtenFrom">>;

/** Shows the short card and both tabs of a ticket, before a server with these orders. */
export async function open({ status = "open", writtenFrom = null, ...known }: TrackingState = {}) {
  const server = fakeServer();
  Object.assign(server.ticket, { status, writtenFrom });
  server.tracking = { ...server.tracking, ...known };
  await show(() => <Parts ticket={server.ticket} />);
  const tab = page.getByRole("region", { name: "Tracking", exact: true });
  await expect.element(tab.getByText("Integration Status")).toBeVisible();
  return {
    server,
    tab,
    info: page.getByRole("region", { name: "Order Info" }),
    button: (name: string) => tab.getByRole("button", { name }),
    number: tab.getByRole("textbox", { name: "Order number" }),
    note: tab.getByRole("textbox", { name: "Tracking note" }),
  };
}
