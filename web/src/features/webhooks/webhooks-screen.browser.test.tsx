import type { Effect } from "@deskhand/contract/admin/effects";
import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { WebhooksScreen } from "./webhooks-screen.tsx";

const at = "2026-03-02T10:00:00.000Z";
const chat: Webhook = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Team <b>chat",
  url: "https://hooks.example/desk",
  madeBy: "Nora Quist",
  createdAt: at,
  last: { state: "refused", at },
};
const delivery: Effect = {
  id: "33333333-3333-4333-8333-333333333333",
  kind: "webhook",
  targetId: chat.id,
  ticketId: "44444444-4444-4444-8444-444444444444",
  cause: { kind: "rule", name: "Tell the chat" },
  state: "refused",
  tries: 31,
  nextTryAt: null,
  createdAt: at,
  changedAt: at,
  answer: "Status 500: broken",
};

/** Opens the screen before a server with these webhooks; the answers to what changes something are scripted. */
async function open(items: Webhook[], answer: () => unknown = () => ({})) {
  const requests: [string, unknown][] = [];
  fakeServer().onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (!/^\/api\/(?:webhooks|effects)/.test(pathname)) return undefined;
    if (request.method === "GET") {
      return Response.json(pathname.endsWith("/deliveries") ? { items: [delivery], nextCursor: null } : { items });
    }
    const text = await request.text();
    requests.push([`${request.method} ${pathname.slice("/api".length)}`, text && JSON.parse(text)]);
    const answered = answer();
    return answered instanceof Error && "status" in answered
      ? Response.json(answered, { status: Number(answered.status) })
      : Response.json(answered);
  };
  const route = createRootRoute({ component: WebhooksScreen });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

test("adds a webhook, shows its secret once, and keeps what was typed where the server refuses", async () => {
  let answer: unknown = refusal("webhook_name_taken");
  const requests = await open([], () => answer);
  await expect.element(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("button", { name: "Add Webhook" }).click();
  await page.getByRole("textbox", { name: /^Name/ }).fill("Team chat");
  await page.getByRole("textbox", { name: /^Address/ }).fill("https://hooks.example/desk");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("There is a webhook with this name already")).toBeVisible();
  answer = { webhook: chat, secret: "whsec_c2VjcmV0" };
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("whsec_c2VjcmV0")).toBeVisible();
  const [[, first] = [], [, second] = []] = requests;
  expect(second).toEqual(first);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect.element(page.getByText("whsec_c2VjcmV0")).not.toBeInTheDocument();
});

test("says that the last delivery failed, lists deliveries with their answers, and sends one again", async () => {
  const requests = await open([chat], () => ({ ...delivery, state: "planned" }));
  await expect.element(page.getByText("Last delivery: Not delivered")).toBeVisible();
  await page.getByRole("button", { name: "Deliveries to Team <b>chat" }).click();
  const row = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect.element(row.getByText("Tell the chat", { exact: false })).toBeVisible();
  await expect.element(row.getByText("Status 500: broken", { exact: false })).toBeVisible();
  await expect.element(row.getByText("31 tries", { exact: false })).toBeVisible();
  await row.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => requests.map(([path]) => path)).toEqual([`POST /effects/${delivery.id}/replay`]);
});
