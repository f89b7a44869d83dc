import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { seesAfter } from "./sees-after.ts";
import { findShopify } from "./shopify.ts";
import { signIn } from "./sign-in.ts";

const desk = await openDesk();
const look = openLook();

const rowOf = (page: Page, name: string) =>
  page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");

test("an admin connects a store on Shopify's page, syncs it, loses the connection, connects again and disconnects; colleagues see it live", async () => {
  const { page, email, password } = await desk.newStore("connects-a-store");
  const shopify = await findShopify(page);
  await shopify.openStore("lamp-house");
  const shop = "lamp-house.myshopify.com";
  for (const title of ["Lamp", "Rug", "Vase"])
    await shopify.press("new-order", { shop, title, price: "12.00", quantity: "1" });
  const elsewhere = await desk.newBrowser();
  await signIn(desk, elsewhere, email, password);
  const other = await elsewhere.newPage();
  await other.goto("/dashboard/admin?view=shopify");

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByText("Manage settings and configurations")).toBeVisible();
  await page.getByRole("navigation", { name: "Administration" }).getByText("Shopify Integration").click();
  await expect(rowOf(page, "Status")).toHaveText("Not connected");
  await look(page, "integration-not-connected");

  const name = page.getByLabel("Store Name");
  const connect = page.getByRole("button", { name: "Connect with Shopify" });
  await expect(connect).toBeDisabled();
  await name.fill("evil.example/.myshopify.com");
  await connect.click();
  await expect(page.getByText("Domain must be a valid Shopify domain (e.g., your-store.myshopify.com)")).toBeVisible();
  await expect(name).toBeFocused();

  // Changing one's mind there changes nothing here.
  await name.fill("lamp-house");
  await connect.click();
  await expect(page.getByRole("heading", { name: "Install app" })).toBeVisible();
  await page.getByRole("button", { name: "Go back with error=access_denied" }).click();
  const refused = "OAuth connection failed: The connection was not allowed at Shopify. Nothing was changed";
  await expect(page.getByRole("alert")).toContainText(refused);
  await expect(page).toHaveURL(/\/dashboard\/admin\?view=shopify$/);
  await expect(rowOf(page, "Status")).toHaveText("Not connected");

  await name.fill(" https://Lamp-House.myshopify.com/admin ");
  await connect.click();
  await page.getByRole("button", { name: "Install", exact: true }).click();
  const connected = page.getByText("Shopify store lamp-house.myshopify.com connected successfully!");
  await expect(connected).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/admin\?view=shopify$/);
  await expect(rowOf(page, "Status")).toHaveText("Connected");
  await expect(rowOf(page, "Domain")).toHaveText("lamp-house.myshopify.com");
  await expect(rowOf(other, "Status")).toHaveText("Connected");
  const lastSync = async () => (await (await page.request.get("/api/shopify/syncs")).json()).history[0]?.state;
  await expect.poll(lastSync).toBe("completed");
  // Both screens count the imported orders without a reload.
  for (const screen of [page, other]) await expect(rowOf(screen, "Orders")).toHaveText("3");
  await expect(connected).toBeHidden();
  await page.getByRole("button", { name: "Check Now" }).click();
  await expect(page.getByText("Connection Successful!")).toBeVisible();
  await expect(page.getByText(/^Found \d+ customers and \d+ orders$/)).toBeVisible();
  await page.getByRole("button", { name: "Test Function" }).click();
  await expect(page.getByRole("img", { name: "Works", exact: true })).toHaveCount(5);
  await look(page, "integration-connected");
  await page.reload();
  await expect(rowOf(page, "Status")).toHaveText("Connected");
  await expect(connected).toBeHidden();

  // Anybody can type this address, so it says nothing about the connection.
  await page.goto("/dashboard/admin?oauth_success=true&shop=evil.myshopify.com");
  await expect(page.getByRole("alert")).toContainText("This Shopify store is not connected");
  await expect(rowOf(page, "Domain")).toHaveText("lamp-house.myshopify.com");

  await sync(page, other);
  await page.goto("/dashboard/admin?view=shopify");
  await other.goto("/dashboard/admin?view=shopify");
  await shopify.press("revoke", { shop: "lamp-house.myshopify.com" });
  await page.getByRole("button", { name: "Check Now" }).click();
  await expect(page.getByText("Connection Failed")).toBeVisible();
  await expect(page.getByText("Shopify no longer accepts this connection")).toBeVisible();
  await expect(rowOf(other, "Status")).toHaveText("Connect again");
  for (const screen of [page, other]) await expect(rowOf(screen, "Updates")).toHaveText("None until connected again");
  await look(page, "integration-revoked");
  await expect(name).toHaveValue("lamp-house.myshopify.com");
  await connect.click();
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(connected).toBeVisible();
  await expect(rowOf(other, "Status")).toHaveText("Connected");

  await disconnect(page, other);
});

/** Syncs: the result shows for everybody who looks, and a colleague sees the orders. */
async function sync(page: Page, other: Page): Promise<void> {
  const result = (screen: Page) =>
    screen.locator("section", { has: screen.getByRole("heading", { name: "Sync Result", exact: true }) });
  for (const screen of [page, other]) await screen.goto("/dashboard/admin?view=shopify-sync");
  await page.getByRole("button", { name: "Full Sync" }).click();
  for (const screen of [page, other]) {
    await expect(result(screen).getByText(/^Full Sync, /)).toBeVisible();
    await expect(result(screen).getByText("Sync Completed")).toBeVisible();
  }
  await look(page, "sync-completed");
  await other.goto("/dashboard/orders");
  await expect(other.getByText("#1003").first()).toBeVisible();
}

/** Disconnects after a question: the store's data disappears from all screens. */
async function disconnect(page: Page, other: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Disconnect Shopify Store" });
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog.getByText("Store to disconnect: lamp-house.myshopify.com")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await look(page, "disconnect");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Disconnect" })).toBeFocused();
  await page.getByRole("button", { name: "Disconnect" }).click();
  const disconnected = "Shopify store disconnected successfully! Your store data has been removed.";
  await seesAfter(() => dialog.getByRole("button", { name: "Disconnect Store" }).click(), page, disconnected);
  await expect(rowOf(page, "Status")).toHaveText("Not connected");
  await other.goto("/dashboard/orders");
  await expect(other.getByText("No Shopify orders have been synced yet.", { exact: false })).toBeVisible();
}
