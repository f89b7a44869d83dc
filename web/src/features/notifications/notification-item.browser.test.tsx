import type { Notification } from "@deskhand/contract/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { NotificationItem } from "./notification-item.tsx";

const orderId = "44444444-4444-4444-8444-444444444444";
const notice: Notification = {
  id: "held-1",
  type: "mail_notice",
  title: "Incoming Mail",
  message: "212 mails were held back",
  read: false,
  timestamp: "2026-03-02T10:00:00.000Z",
  authorName: null,
  ticketId: null,
  orderId: null,
  ticket: null,
};

test.each([
  ["held-1", "/dashboard/admin?view=mail-log", 1],
  ["ending-1", "/dashboard/admin?view=mail-log", 1],
  ["silence-1", "/", 0],
  ["sending-first-2026-03-02-40", "/dashboard/admin?view=sending-limits", 1],
  ["store-1", "/dashboard/admin?view=shopify", 1, "store_notice"],
  // The router of the test puts quotes around texts; the desk's own does not.
  ["target-1", "/dashboard/tickets?breached=%22true%22", 1, "target_breached"],
  ["target-2", "/dashboard/tickets?atRisk=%22true%22", 1, "target_at_risk"],
  ["approval-1", "/dashboard/orders", 1, "order_approval"],
  ["approval-2", `/dashboard/orders?orderId=${orderId}`, 1, "order_approval", orderId],
] as const)(
  "a notice about mail, limits, the store, many targets or an order (%s) is read when it is chosen, and leads to where something can be done",
  async (id, to, left, type: Notification["type"] = "mail_notice", of: string | null = null) => {
    const calls = { read: [] as string[], left: 0 };
    const newest = { ...notice, id, type, orderId: of };
    const root = createRootRoute({
      component: () => (
        <NotificationItem
          group={{ id, newest, ids: [id], message: newest.message }}
          markRead={(ids) => calls.read.push(...ids)}
          onLeave={() => {
            calls.left += 1;
          }}
        />
      ),
      notFoundComponent: () => "Elsewhere",
    });
    const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
    await render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await page.getByRole("button", { name: /^Incoming Mail/ }).click();
    await expect.poll(() => router.history.location.href).toBe(to);
    expect(calls).toEqual({ read: [id], left });
  },
);
