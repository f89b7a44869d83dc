import type { PreviewedAnswer } from "@deskhand/contract/desk/incidents";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { AnswerDialog } from "./answer-dialog.tsx";

const [ticketId, orderId, heldId] = [1, 2, 3].map((n) => `22222222-2222-4222-8222-22222222222${n}`);
const about = { lastSeenMessageId: null, digest: "a".repeat(64), subject: "Your lamp", to: ["ann@shop.example"] };
const ofTicket: PreviewedAnswer = {
  ...about,
  ticketId: ticketId ?? null,
  orderId: null,
  ticketNumber: 42,
  orderName: null,
  name: "Ann Lee",
  text: "Hello Ann",
  held: null,
};
const ofOrder: PreviewedAnswer = {
  ...ofTicket,
  ticketId: null,
  orderId: orderId ?? null,
  ticketNumber: null,
  orderName: "#1042",
  name: "Ben",
  text: "Hello Ben",
};
const held: PreviewedAnswer = {
  ...ofTicket,
  ticketId: heldId ?? null,
  ticketNumber: 43,
  name: "Cora",
  text: "Hello {{customer.first_name}}",
  held: "Nothing is known for the placeholder {{customer.first_name}}",
};

/** Opens the dialog before a server that fills in these answers. */
async function open() {
  const sent: unknown[] = [];
  fakeServer().onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/api/incident-answers")) return undefined;
    const body = await request.json();
    if (pathname.endsWith("/preview")) {
      return Response.json({ items: body.ticketIds.length > 0 ? [ofTicket, held] : [ofOrder] });
    }
    sent.push(body);
    const progress = {
      sent: 0,
      held: 0,
      planned: 2,
      state: "sending",
      writtenBy: "Ada",
      createdAt: "2026-03-02T10:00:00.000Z",
    };
    return Response.json({ ...progress, id: body.idempotencyKey, incidentId: null, content: body.content });
  };
  const onClose = vi.fn();
  const ids = { ticketIds: [ticketId ?? "", heldId ?? ""], orderIds: [orderId ?? ""] };
  const route = createRootRoute({ component: () => <AnswerDialog incidentId={null} {...ids} onClose={onClose} /> });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { sent, onClose };
}

test("each answer is shown before it is sent, and one that is held back is not sent", async () => {
  const { sent, onClose } = await open();
  await page.getByRole("button", { name: "Look at Each" }).click();
  await expect.element(page.getByText("Write the answer first")).toBeVisible();
  await page.getByRole("textbox", { name: /^Answer/ }).fill("Hello {{customer.first_name}}");
  await page.getByRole("button", { name: "Look at Each" }).click();
  await expect.element(page.getByText("1 answer held back")).toBeVisible();
  await expect.element(page.getByText("1 of 3 answers")).toBeVisible();
  await expect.element(page.getByText(`Held back: ${held.held}`)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect.element(page.getByText("Hello Ann")).toBeVisible();
  await page.getByRole("button", { name: "Send to 2" }).click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  const looked = { digest: "a".repeat(64), lastSeenMessageId: null };
  expect(sent).toMatchObject([
    {
      incidentId: null,
      content: "Hello {{customer.first_name}}",
      recipients: [
        { ticketId, ...looked },
        { orderId, ...looked },
      ],
    },
  ]);
});

test("a text that was begun is not closed without a question", async () => {
  const { onClose } = await open();
  await page.getByRole("textbox", { name: /^Answer/ }).fill("Hello");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("dialog", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(onClose).not.toHaveBeenCalled();
});
