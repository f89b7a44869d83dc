import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLook } from "../look-at.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook();

const rows = (page: Page) => page.getByRole("list", { name: "Orders" }).getByRole("listitem");

test("the screen says whether nothing was found, nothing exists, or fetching failed", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/orders?q=nobody+at+all");
  await expect(page.getByText("No orders found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filter criteria")).toBeVisible();
  await page.getByRole("button", { name: "Hide Filters" }).click();
  await expect(page.getByLabel("Search orders, customers")).toBeHidden();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await rows(page).first().waitFor();
  await page.goto("/dashboard/reports?orderId=nothing");
  await expect(page.getByText("Order not found or access denied")).toBeVisible();

  await page.route(/\/api\/orders/, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("alert").filter({ hasText: "Failed to load orders" })).toBeVisible();
  await page.unroute(/\/api\/orders/);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(rows(page).first()).toBeVisible();

  const empty = await desk.newStore("no-orders");
  await empty.page.goto("/dashboard/orders");
  await expect(empty.page.getByText("No Shopify orders have been synced yet.", { exact: false })).toBeVisible();
  await look(empty.page, "orders-empty", [1440]);
});
