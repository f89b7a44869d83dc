import type { ApiKey } from "@deskhand/contract/programs/api-keys";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { ApiKeysScreen } from "./api-keys-screen.tsx";

const at = "2026-03-02T10:00:00.000Z";
const warehouse: ApiKey = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Ware<b>house",
  begins: "dhk_0123456789abcdef",
  scopes: ["tickets:read", "tickets:update"],
  ranges: ["198.51.100.0/24"],
  endsAt: null,
  isOver: false,
  madeBy: { name: "Nora Quist", hasLeft: false },
  createdAt: at,
  lastUse: { at, from: "198.51.100.7" },
  earlierUntil: null,
};
const key = `dhk_0123456789abcdef_${"a".repeat(72)}`;

/** Opens the screen before a server with these keys. */
function open(items: ApiKey[], answer: () => unknown = () => ({})) {
  return openSettings(ApiKeysScreen, { path: /^\/api\/api-keys/, list: () => ({ items }), answer });
}

test("makes a key of what was chosen, keeps it where the server refuses, and shows it once", async () => {
  let answer: unknown = refusal("api_key_name_taken");
  const { requests } = await open([], () => answer);
  await expect.element(page.getByText("No API keys yet")).toBeVisible();
  await page.getByRole("button", { name: "New API Key" }).click();
  await page.getByRole("textbox", { name: /^Name/ }).fill("Warehouse");
  await page.getByRole("checkbox", { name: /orders:read/ }).click();
  await page.getByLabelText("Last day").fill("2027-01-31");
  await page.getByRole("textbox", { name: "Addresses" }).fill("198.51.100.7, 2001:db8::/32");
  await page.getByRole("button", { name: "Create API Key" }).click();
  await expect.element(page.getByText("There is an API key with this name already")).toBeVisible();
  answer = { apiKey: warehouse, key };
  await page.getByRole("button", { name: "Create API Key" }).click();
  await expect.element(page.getByText(key)).toBeVisible();
  expect(requests.at(-1)).toEqual([
    "POST ",
    {
      name: "Warehouse",
      scopes: ["tickets:read", "orders:read"],
      endsAt: "2027-01-31T23:59:59.000Z",
      ranges: ["198.51.100.7", "2001:db8::/32"],
      idempotencyKey: expect.any(String),
    },
  ]);
  const [[, first] = [], [, second] = []] = requests;
  expect(second).toEqual(first);
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("dialog", { name: "Leave without the key?" });
  await question.getByRole("button", { name: "Back to the key" }).click();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect.element(page.getByText(key)).not.toBeInTheDocument();
});

test("says what a key may do, from where, who made it and when it was used; rotating asks how long it goes on", async () => {
  const left = { ...warehouse, id: "33333333-3333-4333-8333-333333333333", name: "Old", isOver: true, lastUse: null };
  const { requests } = await open([warehouse, { ...left, madeBy: { name: "Ada", hasLeft: true } }], () => ({
    apiKey: warehouse,
    key,
  }));
  const [used, unused] = [page.getByRole("listitem").nth(0), page.getByRole("listitem").nth(1)];
  await expect.element(used.getByText("tickets:read · tickets:update")).toBeVisible();
  await expect.element(used.getByText("Only from 198.51.100.0/24")).toBeVisible();
  await expect.element(used.getByText("from 198.51.100.7", { exact: false })).toBeVisible();
  for (const words of ["Ended", "Made by somebody who left", "Not used yet"])
    await expect.element(unused.getByText(words, { exact: false })).toBeVisible();
  await used.getByRole("button", { name: "Rotate Ware<b>house" }).click();
  await page.getByRole("radio", { name: /^For a week/ }).click();
  await page.getByRole("button", { name: "Rotate Key" }).click();
  await expect.element(page.getByText(key)).toBeVisible();
  expect(requests).toEqual([[`POST /${warehouse.id}/rotate`, { overlapHours: 168 }]]);
});
