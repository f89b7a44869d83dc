import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLook } from "../look-at.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook();

const rows = (page: Page) => page.getByRole("list", { name: "Customers" }).getByRole("listitem");
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name: `Customer: ${name}` });

test("customers are found while typing, by keyboard, and again by the page's address", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/customers");
  await expect(page.getByRole("heading", { name: "Shopify Customers", level: 1 })).toBeVisible();
  await rows(page).first().waitFor();
  await look(page, "customers");
  await page.getByLabel("Search customers").pressSequentially("aoife");
  await expect(page.getByRole("main").getByText("Showing 1 customer")).toBeVisible();
  await expect(page).toHaveURL(/\?q=aoife/);
  await page.getByLabel("Customers shown").selectOption("Non-Shopify Customers");
  await expect(page.getByText("Try adjusting your search terms")).toBeVisible();
  await page.getByRole("button", { name: "Clear Search", exact: true }).click();
  await page.getByLabel("Customers shown").selectOption("Shopify Customers");
  await expect(page.getByRole("list", { name: "Customers" }).and(page.locator("[aria-busy=false]"))).toBeVisible();
  await expect(rows(page).nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Hide Filters" }).click();
  await expect(page.getByLabel("Search customers")).toBeHidden();

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Customer: / });
  await expect(dialog.getByText("Order Statistics")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Orders" }).getByRole("listitem").first()).toBeVisible();
  await look(page, "customer");
  await dialog.getByRole("button", { name: "Edit" }).click();
  await look(page, "customer-edit", [390]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rows(page).nth(1).getByRole("link", { name: "View Details" })).toBeFocused();

  // The palette works over any section.
  await page.goto("/dashboard/reports");
  await page.getByRole("heading", { name: "Reports" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("aoife brennan");
  await page.getByRole("group", { name: "Customers" }).getByRole("option").click();
  await expect(dialogOf(page, "Aoife Brennan")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/reports\?customerId=/);
  await page.goto("/dashboard/customers?customerId=nobody");
  await expect(page.getByText("Customer not found or access denied")).toBeVisible();
});

test("a failed fetch is reported and can be tried again", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.route(/\/api\/customers/, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/dashboard/customers");
  await expect(page.getByRole("alert").filter({ hasText: "Failed to fetch customers" })).toBeVisible();
  await page.unroute(/\/api\/customers/);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(rows(page).first()).toBeVisible();
});
