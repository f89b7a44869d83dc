import type { OrderCard } from "@deskhand/contract/orders";
import type { StoreStatus } from "@deskhand/contract/shopify";
import type { Page } from "playwright";
import { post, type Stage } from "../stage.ts";

const name = "lumen-and-loom";
const shop = `${name}.myshopify.com`;

/** A Shopify store is connected, which brings its orders, kept up to date, beside each ticket. */
export async function shopifyConnection(stage: Stage): Promise<void> {
  const { camera, hand } = stage;
  const page = await stage.openDemo("admin");
  await disconnect(page);
  await page.goto("/dashboard/admin");
  const menu = page.getByRole("navigation", { name: "Administration" });
  await menu.waitFor();
  await page.getByText("Operational").waitFor();
  await camera.show(page);

  await camera.say("Connect your store at Shopify, and its orders stand beside each ticket.");
  await hand.click(menu.getByText("Shopify Integration"));
  await camera.watchUntil(page.getByRole("heading", { name: "Quick Setup" }).waitFor());
  await camera.say("Under “Quick Setup”, type your store's name and press “Connect with Shopify”.");
  await hand.fill(page.getByLabel("Store Name"), name);
  await hand.click(page.getByRole("button", { name: "Connect with Shopify" }));
  const install = page.getByRole("button", { name: "Install", exact: true });
  await camera.watchUntil(install.waitFor());
  await camera.say("Shopify asks whether the app may read orders and customers. Here a stand-in plays Shopify.");
  await hand.pointAt(page.getByRole("listitem").first());
  await camera.watch(2.5);
  await hand.click(install);
  await camera.watchUntil(page.getByText(`Shopify store ${shop} connected successfully!`).waitFor());
  camera.markPoster();
  await camera.say("Connected. Customers and orders come over by themselves, and are counted while they come.");
  const orders = page.locator("dt", { hasText: /^Orders$/ });
  await hand.pointAt(orders);
  await camera.watchUntil(
    orders
      .locator("xpath=following-sibling::dd[1]")
      .filter({ hasText: /^[1-9]/ })
      .waitFor(),
  );
  await camera.watch(1.5);
  await camera.say("“Check Now” asks Shopify whether the connection works.");
  await hand.click(page.getByRole("button", { name: "Check Now" }));
  await camera.watchUntil(page.getByText("Connection Successful!").waitFor());
  await camera.watch(1.5);

  await camera.say("All orders are under “Orders”: paid, refunded, on their way or delivered.");
  await hand.click(page.getByRole("link", { name: "Orders", exact: true }));
  await camera.watchUntil(page.getByRole("list", { name: "Orders" }).getByRole("listitem").first().waitFor());
  await camera.watch(1.5);
  await ship(stage, page);

  await camera.say("And who opens a ticket sees the order it is about, without looking for it.");
  await hand.click(page.getByRole("link", { name: "Tickets" }));
  await hand.click(page.getByRole("link", { name: "Parcel says delivered, but nothing here", exact: true }));
  const ticket = page.getByRole("dialog", { name: /^Ticket: / });
  await hand.pointAt(ticket.getByRole("button", { name: "Show tracking" }));
  await camera.watch(2);
}

/** Disconnects the demo store before the film begins, with all its data. */
async function disconnect(page: Page): Promise<void> {
  await post(page, "/api/shopify/disconnect", {});
  for (;;) {
    const status: StoreStatus = await (await page.request.get("/api/shopify/status")).json();
    if (!status.isRemoving) return;
    await page.waitForTimeout(100);
  }
}

/** Ships the newest paid order that is not shipped yet, and points at it meanwhile. */
async function ship({ camera, hand, atShop }: Stage, page: Page): Promise<void> {
  const { items }: { items: OrderCard[] } = await (await page.request.get("/api/orders?limit=20")).json();
  const order = items.find(
    ({ fulfillmentStatus, financialStatus }) => !fulfillmentStatus && financialStatus === "paid",
  );
  if (!order) throw new Error("Every order was sent already");
  await camera.say("What changes at Shopify changes here: watch this order while the store sends it.", "top");
  const row = page.getByRole("list", { name: "Orders" }).getByRole("listitem").filter({ hasText: order.name }).first();
  await hand.pointAt(row);
  await camera.watch(1.5);
  await atShop("ship", { shop, order: order.shopifyOrderId, number: "1Z999AA10123456784", company: "UPS" });
  await camera.watchUntil(row.getByText("Fulfilled", { exact: true }).waitFor());
  await camera.watch(2);
}
