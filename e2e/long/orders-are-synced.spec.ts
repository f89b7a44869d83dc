import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLook } from "../look-at.ts";
import { findShopify } from "../shopify.ts";
import { signIn } from "../sign-in.ts";

const desk = await openDesk();
const look = openLook();

const shop = "wool-works.myshopify.com";
const panel = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
const figure = (page: Page, name: string) =>
  panel(page, "Sync Result")
    .locator("dt", { hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd[1]");

test("an admin syncs the store's orders, a colleague sees the progress, and a failure gives its reason", async () => {
  const { page, email, password } = await desk.newStore("syncs-orders");
  const shopify = await findShopify(page);
  await shopify.openStore("wool-works");
  const elsewhere = await desk.newBrowser();
  await signIn(desk, elsewhere, email, password);
  const other = await elsewhere.newPage();
  await other.goto("/dashboard/admin?view=shopify-sync");

  await page.goto("/dashboard/admin");
  await page.getByRole("link", { name: "Shopify Sync" }).click();
  await expect(page.getByRole("heading", { name: "Shopify Order Sync" })).toBeVisible();
  const full = page.getByRole("button", { name: "Full Sync" });
  const incremental = page.getByRole("button", { name: "Incremental Sync" });
  await expect(page.getByText("No Shopify store is connected")).toBeVisible();
  await expect(full).toBeDisabled();
  await expect(page.getByText("Last sync: Never")).toBeVisible();
  await look(page, "sync-not-connected");
  await page.getByRole("button", { name: "Connect a Store" }).click();
  await page.getByLabel("Store Name").fill("wool-works");
  await page.getByRole("button", { name: "Connect with Shopify" }).click();
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(page.getByText(`Shopify store ${shop} connected successfully!`)).toBeVisible();

  // The first import starts by itself and is the first entry of the history.
  await expect(panel(other, "Sync History").getByText("First import, in the background")).toBeVisible();
  await shopify.press("fill", { shop, count: "60" });
  await page.goto("/dashboard/admin?view=shopify-sync");
  await expect(page.getByText("up to 250 most recent")).toBeVisible();
  await expect(page.getByText("only new orders since last sync")).toBeVisible();
  await shopify.press("fault", { shop, kind: "slow", delay: "2000" });
  await full.click();
  await expect(page.getByRole("button", { name: "Syncing..." })).toBeDisabled();
  await expect(incremental).toBeDisabled();
  await expect(page.getByRole("progressbar", { name: "Full Sync" })).toBeVisible();
  await expect(other.getByText(/^Syncing: \d+ of 60 orders/)).toBeVisible();
  // Everybody who opens the page meanwhile sees the same and cannot start a second one.
  await page.reload();
  await expect(page.getByText(/^Syncing: \d+ of 60 orders/)).toBeVisible();
  await expect(incremental).toBeDisabled();
  await look(page, "sync-running");
  await shopify.press("clear-faults");
  await expect(panel(page, "Sync History").getByText("60 synced, 0 errors")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Last sync: Never")).toBeHidden();
  await expect(panel(other, "Sync History").getByText("60 synced, 0 errors")).toBeVisible();
  // The result shows for everybody who opens the page, even after a reload.
  for (const screen of [page, other])
    await expect(panel(screen, "Sync Result").getByText(/^Full Sync, /)).toBeVisible();

  await shopify.press("new-order", { shop });
  await incremental.click();
  await expect(panel(page, "Sync Result").getByText(/^Incremental Sync, /)).toBeVisible();
  await expect(panel(page, "Sync Result").getByText("Sync Completed")).toBeVisible();
  await expect(figure(page, "Fetched")).not.toHaveText("0");
  await expect(figure(page, "Errors")).toHaveText("0");
  await expect(figure(page, "Last Order ID")).toHaveText(/^\d+$/);
  await look(page, "sync-completed");
  await page.getByRole("link", { name: "Orders" }).first().click();
  await expect(page.getByText("#1061").first()).toBeVisible();

  await page.goto("/dashboard/admin?view=shopify-sync");
  await shopify.press("revoke", { shop });
  await full.click();
  const failed = panel(page, "Sync Result");
  await expect(failed.getByText("Sync failed")).toBeVisible();
  await expect(failed.getByText("Shopify no longer accepts the access token. Connect the store again")).toBeVisible();
  await expect(panel(page, "Sync History").getByText("Sync Failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Shopify no longer accepts this connection")).toBeVisible();
  await expect(full).toBeDisabled();
  await look(page, "sync-failed");
});
