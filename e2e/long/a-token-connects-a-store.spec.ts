import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLook } from "../look-at.ts";
import { seesAfter } from "../sees-after.ts";
import { findShopify } from "../shopify.ts";

const desk = await openDesk();
const look = openLook();

const rowOf = (page: Page, name: string) =>
  page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");

test("an admin connects a store with its own access token, after a trial", async () => {
  const { page } = await desk.newStore("pastes-a-token");
  const shopify = await findShopify(page);
  await shopify.openStore("rug-room");
  await page.goto("/dashboard/admin?view=shopify");
  const toggle = page.getByRole("button", { name: "Need manual setup instead?" });
  await toggle.click();
  const form = page.getByRole("form", { name: "Manual Setup" });
  const [domain, token] = [form.getByLabel("Shopify Domain"), form.getByLabel("Admin API Access Token")];
  const [test, save] = ["Test Connection", "Save Settings"].map((name) => form.getByRole("button", { name }));
  if (!test || !save) throw new Error("There are no buttons");
  await expect(test).toBeDisabled();
  await expect(save).toBeDisabled();
  await domain.fill("evil.example");
  await token.fill("short");
  await test.click();
  await expect(form.getByText("Domain must be a valid Shopify domain (e.g., your-store.myshopify.com)")).toBeVisible();
  await expect(form.getByText("Access token appears to be invalid (too short)")).toBeVisible();

  await domain.fill("rug-room");
  await token.fill("shpat_00000000000000000000000000000000");
  await test.click();
  await expect(form.getByText("Connection Failed")).toBeVisible();
  await expect(
    form.getByText("Failed to connect to Shopify. Please check your domain and access token."),
  ).toBeVisible();
  await token.fill(await shopify.makeToken("rug-room", "read_orders"));
  await save.click();
  await expect(form.getByText(/may not read everything that is needed/)).toBeVisible();

  const made = await shopify.makeToken("rug-room");
  await token.fill(made);
  await expect(token).toHaveAttribute("type", "password");
  await form.getByRole("button", { name: "Show password" }).click();
  await expect(token).toHaveAttribute("type", "text");
  await test.click();
  await expect(form.getByText("Connection Successful!")).toBeVisible();
  await expect(form.getByText(/^Found \d+ customers and \d+ orders$/)).toBeVisible();
  await look(page, "integration-manual");
  await seesAfter(() => save.click(), page, "Shopify settings saved successfully!");
  await expect(rowOf(page, "Status")).toHaveText("Connected");
  await expect(token).toHaveValue("");
  expect(await page.content()).not.toContain(made);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByLabel("Admin Section")).toHaveValue("shopify");
});
