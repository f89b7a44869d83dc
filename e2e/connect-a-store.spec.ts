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

test("an admin connects a store by Shopify's page, loses the connection, and connects again; colleagues see it live", async () => {
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

  // Who changes their mind there comes back to nothing changed.
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
  const done = page.getByText("Shopify store lamp-house.myshopify.com connected successfully!");
  await expect(done).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/admin\?view=shopify$/);
  await expect(rowOf(page, "Status")).toHaveText("Connected");
  await expect(rowOf(page, "Domain")).toHaveText("lamp-house.myshopify.com");
  await expect(rowOf(other, "Status")).toHaveText("Connected");
  const lastSync = async () => (await (await page.request.get("/api/shopify/syncs")).json()).history[0]?.state;
  await expect.poll(lastSync).toBe("completed");
  // Both count what came over without being loaded again, and sooner than other figures.
  for (const screen of [page, other]) await expect(rowOf(screen, "Orders")).toHaveText("3", { timeout: 10_000 });
  await expect(done).toBeHidden();
  await page.getByRole("button", { name: "Check Now" }).click();
  await expect(page.getByText("Connection Successful!")).toBeVisible();
  await expect(page.getByText(/^Found \d+ customers and \d+ orders$/)).toBeVisible();
  await page.getByRole("button", { name: "Test Function" }).click();
  await expect(page.getByRole("img", { name: "Works", exact: true })).toHaveCount(5);
  await look(page, "integration-connected");
  await page.reload();
  await expect(rowOf(page, "Status")).toHaveText("Connected");
  await expect(done).toBeHidden();

  // Anybody can write an address: it says nothing about what is connected.
  await page.goto("/dashboard/admin?oauth_success=true&shop=evil.myshopify.com");
  await expect(page.getByRole("alert")).toContainText("This Shopify store is not connected");
  await expect(rowOf(page, "Domain")).toHaveText("lamp-house.myshopify.com");

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
  await expect(done).toBeVisible();
  await expect(rowOf(other, "Status")).toHaveText("Connected");
});

test("an admin connects a store by an access token of its own, which is tried first", async () => {
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
