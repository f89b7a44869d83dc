import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { importCustomers } from "../customers/index.ts";
import { type ImportedOrder, importOrders } from "./index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const at = "2026-10-01T08:00:00.000Z";
const bare = {
  variant_title: null,
  sku: null,
  product_image_url: null,
  shopify_product_id: null,
};

/** Saves an order with these values, and reads it. */
async function kept(order: Partial<ImportedOrder>) {
  const id = newId();
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    importOrders(tx, [
      {
        id,
        shopify_order_id: id,
        order_number: "1042",
        name: "#1042",
        currency: "USD",
        shopify_created_at: at,
        lineItems: [],
        fulfillments: [],
        ...order,
      },
    ]),
  );
  return owner.api.orders.get({ id });
}

test("invents nothing for an order with hardly any values", async () => {
  const { id, savedAt, ...order } = await kept({});
  expect(order).toEqual({
    shopifyOrderId: id,
    orderNumber: "1042",
    name: "#1042",
    currency: "USD",
    createdAt: at,
    isTest: false,
    customer: null,
    email: null,
    phone: null,
    totalPrice: null,
    totalRefunded: "0",
    sums: null,
    financialStatus: null,
    fulfillmentStatus: null,
    shippingAddress: null,
    billingAddress: null,
    lineItems: [],
    fulfillments: [],
    refunds: [],
    paidAt: null,
    cancelledAt: null,
    cancelReason: null,
    changedAt: null,
  });
  expect(savedAt).toMatch(/^20/);
});

test("returns everything of an order in its order, with amounts to the last digit", async () => {
  const [customerId, fulfillmentId] = [newId(), newId()];
  const customer = { name: "李娜", email: "li@customer.test", phone: "+86 1" };
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    importCustomers(tx, [{ id: customerId, ...customer, created_at: at }]),
  );
  const { id } = await kept({
    customer_id: customerId,
    email: "other@customer.test",
    phone: "1",
    total_price: "12345678901234567.125",
    currency: "KWD",
    financial_status: "partially_refunded",
    fulfillment_status: "partial",
    total_refunded: "0.125",
    paid_at: at,
    cancelled_at: at,
    cancel_reason: "customer",
    is_test: true,
    shopify_updated_at: at,
    billing_address: JSON.stringify({ city: "القاهرة", zip: 12, unknown: "x" }),
    shipping_address: JSON.stringify({
      first_name: "李",
      last_name: "娜",
      address1: "1 <b>Main</b>",
      address2: null,
      city: "北京",
      province_code: "BJ",
      zip: "100000",
      country: "China",
    }),
    lineItems: [
      { id: newId(), ...bare, title: "Lamp", quantity: 3, current_quantity: 1, price: "0.105" },
      { id: newId(), ...bare, title: "Gone", quantity: 2, price: null },
    ],
    fulfillments: [
      {
        id: newId(),
        status: "success",
        tracking_number: "later",
        tracking_company: null,
        tracking_url: null,
        shopify_created_at: "2026-10-03T08:00:00.000Z",
      },
      {
        id: fulfillmentId,
        status: "success",
        display_status: "in_transit",
        shopify_created_at: at,
        tracking_number: "1Z",
        tracking_company: "UPS",
        tracking_url: "https://u.test/1Z",
        estimated_delivery_at: at,
        delivered_at: at,
        shopify_updated_at: at,
        parcels: JSON.stringify([
          { number: "1Z", company: "UPS", url: "https://u.test/1Z" },
          { number: "2Z", company: null, url: null },
          { number: "JD3", company: "DHL Paket", url: null },
        ]),
      },
    ],
  });
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    await tx
      .insertInto("shopify_fulfillment_events")
      .values(
        ["2026-10-01", "2026-10-02"].map((day) => ({
          id: newId(),
          fulfillment_id: fulfillmentId,
          status: "in_transit",
          message: day,
          city: "Köln",
          happened_at: `${day}T09:00:00.000Z`,
        })),
      )
      .execute();
    await tx
      .insertInto("shopify_order_refunds")
      .values({ id: newId(), order_id: id, amount: "0.125", refunded_at: at })
      .execute();
  });
  const order = await owner.api.orders.get({ id });
  expect(order).toMatchObject({
    customer: { id: customerId, ...customer },
    email: "other@customer.test",
    phone: "1",
    isTest: true,
    totalPrice: "12345678901234567.125",
    totalRefunded: "0.125",
    currency: "KWD",
    paidAt: at,
    changedAt: at,
    financialStatus: "partially_refunded",
    cancelledAt: at,
    cancelReason: "customer",
    shippingAddress: { firstName: "李", address1: "1 <b>Main</b>", address2: null, provinceCode: "BJ" },
    billingAddress: { city: "القاهرة", zip: "12", firstName: null, country: null },
    lineItems: [
      { title: "Lamp", quantity: 3, currentQuantity: 1, price: "0.105", total: "0.315" },
      { title: "Gone", quantity: 2, currentQuantity: null, price: null, total: null },
    ],
    fulfillments: [
      {
        id: fulfillmentId,
        displayStatus: "in_transit",
        estimatedDeliveryAt: at,
        deliveredAt: at,
        updatedAt: at,
        parcels: [
          { number: "1Z", company: "UPS", url: "https://u.test/1Z" },
          { number: "2Z", company: null, url: null },
          {
            number: "JD3",
            company: "DHL Paket",
            url: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD3",
          },
        ],
        events: [
          { message: "2026-10-02", city: "Köln", happenedAt: "2026-10-02T09:00:00.000Z" },
          { message: "2026-10-01" },
        ],
      },
      { parcels: [{ number: "later", company: null, url: null }], deliveredAt: null, events: [] },
    ],
    refunds: [{ amount: "0.125", refundedAt: at }],
  });
  expect(order.billingAddress).not.toHaveProperty("unknown");
});

const nothing = "data:image/svg+xml,<svg/>";
test.each([
  ["https://cdn.shopify.com/a.png", true, true],
  ["HTTPS://cdn.shopify.com/a.png", true, true],
  ["http://carrier.test/1", false, true],
  ["http://localhost:3001/images/a.svg", true, true],
  ["http://localhost.evil.test/a.svg", false, true],
  ["javascript:alert(1)//https://a.test", false, false],
  [" javascript:alert(1)", false, false],
  ["java\nscript:alert(1)\nhttps://a.test", false, false],
  ["//evil.test/a.png", false, false],
  ["https:evil.test", false, false],
  ["/api/account/me", false, false],
  [nothing, false, false],
  ["", false, false],
])("follows from %j a picture and a link", async (address, isPicture, isLink) => {
  const { lineItems, fulfillments } = await kept({
    lineItems: [{ id: newId(), ...bare, title: "Lamp", quantity: 1, product_image_url: address }],
    fulfillments: [
      {
        id: newId(),
        tracking_number: "1",
        tracking_company: null,
        tracking_url: address,
        shopify_created_at: at,
      },
      {
        id: newId(),
        parcels: JSON.stringify(["An Post", "UPS"].map((company) => ({ number: "1", company, url: address }))),
        shopify_created_at: at,
      },
    ],
  });
  expect(lineItems[0]?.imageUrl).toBe(isPicture ? address : null);
  expect(fulfillments.flatMap(({ parcels }) => parcels.map(({ url }) => url))).toEqual(
    isLink ? Array(3).fill(address) : [null, null, "https://www.ups.com/track?tracknum=1"],
  );
});

test("returns hundreds of line items in their order", async () => {
  const titles = Array.from({ length: 250 }, (_, index) => `Item ${index}`);
  const { lineItems } = await kept({
    lineItems: titles.map((title) => ({ id: newId(), ...bare, title, quantity: 1, price: "1" })),
  });
  expect(lineItems.map(({ title }) => title)).toEqual(titles);
});

test("finds neither a missing order nor another store's", async () => {
  const { id } = await kept({});
  const other = await newOwner(app);
  for (const [person, missing] of [
    [other, id],
    [owner, newId()],
  ] as const) {
    await expect(person.api.orders.get({ id: missing })).rejects.toMatchObject({ code: "order_not_found" });
  }
});
