import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook();

const rows = (page: Page) => page.getByRole("list", { name: "Orders" }).getByRole("listitem");
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name: `Order ${name}` });

test("an order is found, opened by keyboard, leads to its customer and their tickets, and back", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("heading", { name: "Shopify Orders", level: 1 })).toBeVisible();
  await rows(page).first().waitFor();
  for (const figure of ["Total Orders", "Total Revenue", "Avg Order Value", "Paid Orders"]) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("main").getByText(/^Showing 20 of \d+ orders/)).toBeVisible();
  await look(page, "orders");
  expect(await findAccessFaults(page)).toEqual([]);

  await page.getByLabel("Search orders, customers").pressSequentially("katharina vog");
  await expect(page).toHaveURL(/\?q=katharina\+vog/);
  await expect(rows(page).first()).toContainText("Katharina Vogel");
  await page.getByLabel("Payment status").selectOption("Paid");
  await expect(page).toHaveURL(/status=paid/);
  await expect(rows(page).first()).toContainText("Paid");
  await page.reload();
  await expect(page.getByLabel("Search orders, customers")).toHaveValue("katharina vog");
  await rows(page).first().waitFor();

  await page.keyboard.press("j");
  await expect(rows(page).first().getByRole("link", { name: "View Details" })).toBeFocused();
  const name = (await rows(page).first().getByRole("heading", { level: 2 }).locator("bdi").textContent()) ?? "";
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page, name);
  await expect(dialog.getByText("Customer Information")).toBeVisible();
  await expect(dialog.getByText("Order Items")).toBeVisible();
  await expect(dialog.getByText("Shipping Address")).toBeVisible();
  await look(page, "order");
  expect(await findAccessFaults(page)).toEqual([]);

  // The customer lies over the order; their order is the one below, which closing the customer comes back to.
  await dialog.getByRole("link", { name: "Katharina Vogel" }).click();
  const customer = page.getByRole("dialog", { name: "Customer: Katharina Vogel" });
  await expect(customer.getByText("Order Statistics")).toBeVisible();
  await customer.getByRole("link", { name: `Order ${name}`, exact: true }).click();
  await expect(customer).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rows(page).first().getByRole("link", { name: "View Details" })).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: /^View Support Tickets \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/tickets\?customer=katharina\.vogel%40example\.org/);
  await expect(
    page.getByRole("main").getByRole("list", { name: "Tickets" }).getByRole("listitem").first(),
  ).toContainText("Katharina Vogel");
  await page.goBack();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
});

test("where nothing is found, nothing is there, or nothing can be fetched, that is said", async () => {
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
