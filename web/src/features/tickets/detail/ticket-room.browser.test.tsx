import type { TicketDetail } from "@deskhand/contract/tickets";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../../lib/api.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, newMessage } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { TicketDialog } from "./ticket-dialog.tsx";

const boxOf = (element: Element) => element.getBoundingClientRect();
const thread = page.getByRole("region", { name: "Messages" });
const composer = page.getByRole("textbox", { name: "Your reply" });
const orders = {
  customer: () => null,
  brief: () => null,
  notices: () => null,
  tracking: () => null,
  orderInfo: () => null,
};
/** As high as the preview's line. */
const tools = {
  buttons: () => null,
  preview: () => <p className="h-6">Preview of the mail</p>,
  quickPicker: () => null,
};

/** Opens a ticket with much content, in its own frame. */
async function open(change: (ticket: TicketDetail) => void = () => undefined) {
  const server = fakeServer();
  const { ticket } = server;
  ticket.subject = `${"A subject that goes on and on ".repeat(8)}`;
  ticket.description = "What it is about. ".repeat(30);
  ticket.tags = ["lost-parcel", "claim", "rush", "second parcel", "insured"];
  ticket.messages = Array.from({ length: 12 }, (_, nth) =>
    newMessage(ticket.id, { content: `Words ${nth}\n`.repeat(6), isFromCustomer: nth % 2 === 0 }),
  );
  change(ticket);
  const cache = createQueryClient(() => undefined);
  await cache.prefetchQuery(api.desk.preferences.queryOptions());
  const routeTree = createRootRoute({
    component: () => (
      <TicketDialog
        ticketId={ticket.id}
        onClose={() => undefined}
        tools={tools}
        orders={orders}
        blocking={() => null}
        rules={() => null}
        returnFocusTo={() => null}
      />
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) });
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(thread.getByRole("listitem").first()).toBeInTheDocument();
}

beforeEach(() => localStorage.clear());

/** The visible share of the thread in the window's height. */
function shareOfThread(): number {
  const { top, bottom } = boxOf(thread.element());
  return (Math.min(bottom, innerHeight) - Math.max(top, 56)) / innerHeight;
}

test.each([
  [720, 450],
  [800, 600],
  [1024, 600],
  [1024, 768],
  [768, 1024],
  [1280, 720],
  [1366, 768],
  [1440, 900],
])("in a window of %d by %d the thread keeps its share of the height, and what sends stands below it", async (w, h) => {
  const share = h < 700 ? 0.39 : 0.45;
  await page.viewport(w, h);
  await open();
  for (const words of ["", "Dear Ines"]) {
    await composer.fill(words);
    expect(shareOfThread(), words).toBeGreaterThanOrEqual(share);
    for (const name of ["Send Reply", "Internal note"]) {
      const { top, bottom, right } = boxOf(page.getByRole("button", { name, exact: true }).element());
      expect(bottom, name).toBeLessThanOrEqual(h);
      expect(right, name).toBeLessThanOrEqual(w);
      expect(top, name).toBeGreaterThan(boxOf(thread.element()).bottom - 1);
    }
  }
  await page.getByRole("button", { name: "Internal note" }).click();
  expect(shareOfThread()).toBeGreaterThanOrEqual(share);
  expect(boxOf(page.getByRole("button", { name: "Add Note" }).element()).bottom).toBeLessThanOrEqual(h);
});

test("above a phone's keyboard the thread keeps 36 %, targets are 40 pixels high, and the counter takes one line", async () => {
  await page.viewport(390, 400);
  await open();
  await composer.fill("Dear Ines");
  expect(shareOfThread()).toBeGreaterThanOrEqual(0.36);
  expect(getComputedStyle(composer.element()).fontSize).toBe("16px");
  expect(boxOf(page.getByText(/^\d+\/10,000 characters$/).element()).height).toBeLessThan(20);
  for (const name of ["Send Reply", "Attach File", "Close", "More actions"]) {
    const button = page.getByRole("button", { name, exact: true });

    const { height, bottom } = boxOf(button.element());
    expect(height, name).toBeGreaterThanOrEqual(40);
    expect(bottom, name).toBeLessThanOrEqual(400);
  }
});

test("a long reply takes its six lines from the thread, with the send button below", async () => {
  await page.viewport(1024, 600);
  await open();
  await composer.fill("A line\n".repeat(40));
  expect(boxOf(composer.element()).height).toBeGreaterThanOrEqual(138);
  expect(boxOf(page.getByRole("button", { name: "Send Reply" }).element()).bottom).toBeLessThanOrEqual(600);
});

test("at 200 % zoom the header keeps number and subject, whatever else it shows", async () => {
  await page.viewport(720, 450);
  await open((ticket) => {
    ticket.priority = "urgent";
    ticket.isWoken = true;
    ticket.snoozedUntil = "2031-05-04T10:00:00.000Z";
  });
  const number = page.getByRole("heading", { level: 2 }).element();
  expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth);
  expect(boxOf(number).width).toBeGreaterThan(50);
  expect(boxOf(page.getByRole("button", { name: "Show the whole subject" }).first().element()).width).toBeGreaterThan(
    120,
  );
});
