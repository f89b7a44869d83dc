import type { Effect } from "@deskhand/contract/admin/effects";
import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { WebhooksScreen } from "./webhooks-screen.tsx";

const at = "2026-03-02T10:00:00.000Z";
const chat: Webhook = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Team <b>chat",
  url: "https://hooks.example/desk",
  madeBy: "Nora Quist",
  createdAt: at,
  pausedAt: null,
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

/** Opens the screen before a server with these webhooks. */
function open(items: Webhook[], answer: () => unknown = () => ({})) {
  return openSettings(WebhooksScreen, {
    path: /^\/api\/(?:webhooks|effects)/,
    list: () => ({ items }),
    answer,
    reads: { [`/api/webhooks/${chat.id}/deliveries`]: { items: [delivery], nextCursor: null } },
  });
}

test("adds a webhook, shows its secret once, and keeps what was typed where the server refuses", async () => {
  let answer: unknown = refusal("webhook_name_taken");
  const { requests } = await open([], () => answer);
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
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("dialog", { name: "Leave without the secret?" });
  await question.getByRole("button", { name: "Back to the secret" }).click();
  await expect.element(page.getByText("whsec_c2VjcmV0")).toBeVisible();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect.element(page.getByText("whsec_c2VjcmV0")).not.toBeInTheDocument();
});

test("says that the last delivery failed, lists deliveries with their answers, and sends one again", async () => {
  const { requests } = await open([chat], () => ({ ...delivery, state: "planned" }));
  await expect.element(page.getByText("Last delivery: Not delivered")).toBeVisible();
  await page.getByRole("button", { name: "Deliveries to Team <b>chat" }).click();
  const row = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect.element(row.getByText("Tell the chat", { exact: false })).toBeVisible();
  await expect.element(row.getByText("Status 500: broken", { exact: false })).toBeVisible();
  await expect.element(row.getByText("31 tries", { exact: false })).toBeVisible();
  await row.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => requests.map(([path]) => path)).toEqual([`POST /${delivery.id}/replay`]);
  await page.getByRole("button", { name: "Send Undelivered Again" }).click();
  await expect.poll(() => requests.at(-1)).toEqual([`POST /${chat.id}/replay`, { from: expect.any(String) }]);
});

test("says that a webhook is paused, since when, and what resumes it", async () => {
  await open([{ ...chat, pausedAt: at }]);
  const row = page.getByRole("listitem");
  await expect.element(row.getByText("Paused", { exact: true })).toBeVisible();
  await expect.element(row.getByText("once it is taken, the webhook goes on", { exact: false })).toBeVisible();
});
