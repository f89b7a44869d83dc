import { rm } from "node:fs/promises";
import { afterAll, test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { newPlace } from "./new-place.ts";
import { startServer } from "./running-server.ts";
import { seesAfter } from "./sees-after.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

// A server of its own: what the other journeys look at in the demo store goes here.
const place = await newPlace("a-store-is-disconnected");
const server = await startServer(place);
afterAll(async () => {
  await server.stop();
  await rm(place.dataDir, { recursive: true, force: true });
});
const desk = await openDesk(place);
const look = openLook();

test("an admin disconnects the store after a question, and its data goes from everybody's screens", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  const agent = await signInAtDemoStore(desk, "agent");
  await agent.goto("/dashboard/customers");
  const linked = agent.locator("dl > div", { hasText: "Linked to Shopify" }).locator("dd");
  await expect(linked).not.toHaveText("0");
  await expect(agent.getByRole("link", { name: /in Shopify$/ }).first()).toHaveAttribute(
    "href",
    /\/lumen-and-loom\.myshopify\.com\/admin\/customers\/\d+$/,
  );

  await page.goto("/dashboard/admin?view=shopify");
  const status = page.locator("dt", { hasText: /^Status$/ }).locator("xpath=following-sibling::dd[1]");
  await expect(status).toHaveText("Connected");
  await page.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("dialog", { name: "Disconnect Shopify Store" });
  await expect(dialog.getByText("This action cannot be undone")).toBeVisible();
  await expect(dialog.getByText("Store to disconnect: lumen-and-loom.myshopify.com")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await look(page, "disconnect");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Disconnect" })).toBeFocused();
  await expect(status).toHaveText("Connected");

  await page.getByRole("button", { name: "Disconnect" }).click();
  const done = "Shopify store disconnected successfully! Your store data has been removed.";
  await seesAfter(() => dialog.getByRole("button", { name: "Disconnect Store" }).click(), page, done);
  await expect(status).toHaveText("Not connected");
  await expect(page.getByRole("button", { name: "Disconnect" })).toBeHidden();
  await expect(page.getByText(done)).toBeHidden();

  await expect(linked).toHaveText("0");
  await expect(agent.getByRole("link", { name: /in Shopify$/ })).toHaveCount(0);
  await expect(agent.getByRole("list", { name: "Customers" }).getByRole("listitem").first()).toBeVisible();
  await agent.goto("/dashboard/orders");
  await expect(agent.getByText("No Shopify orders have been synced yet.", { exact: false })).toBeVisible();
  // Tickets are the tenant's own.
  await agent.goto("/dashboard/tickets");
  await expect(agent.getByRole("list", { name: "Tickets" }).getByRole("link").first()).toBeVisible();
});
