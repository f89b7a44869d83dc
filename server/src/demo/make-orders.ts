import type { Money } from "@deskhand/contract/page";
import type { ImportedCustomer } from "../domains/customers/index.ts";
import type { ImportedOrder } from "../domains/orders/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { DemoPlan, PlannedOrder } from "./demo-plan.ts";
import { type Product, products } from "./products.ts";
import type { Random } from "./random.ts";

const day = 24 * 3_600_000;
const platformIds = { customer: 700_000_000, order: 500_000_000, product: 900_000_000 };

/** The planned orders with all that was bought, paid and shipped; euros. */
export function makeOrders({ orders }: DemoPlan, random: Random, now: number): ImportedOrder[] {
  return orders.map((planned) => makeOrder(planned, random, now));
}

function makeOrder(planned: PlannedOrder, random: Random, now: number): ImportedOrder {
  const { customer, at, number } = planned;
  const others = random.chance(45) ? [random.pick(products)] : [];
  const lineItems = [
    lineItem(planned.product, planned.colour, 1, at),
    ...others.map((product) => lineItem(product, random.pick(product.colours), random.between(1, 3), at)),
  ];
  const address = {
    first_name: customer.first,
    last_name: customer.last,
    address1: customer.street,
    address2: null,
    city: customer.city,
    province_code: customer.province,
    zip: customer.zip,
    country: customer.country,
  };
  const placedAt = new Date(at).toISOString();
  const isShipped = now - at > 2 * day;
  const isPartial = isShipped && lineItems.length > 1 && random.chance(12);
  return {
    id: newId(at),
    shopify_order_id: String(platformIds.order + number),
    order_number: String(number),
    name: `#${number}`,
    customer_id: customer.id,
    email: customer.email,
    total_price: euros(lineItems.reduce((sum, { price, quantity }) => sum + cents(price) * quantity, 0)),
    currency: "EUR",
    financial_status: planned.isRefunded ? "refunded" : financialStatus(random, isShipped),
    fulfillment_status: isShipped ? (isPartial ? "partial" : "fulfilled") : null,
    shipping_address: JSON.stringify(address),
    billing_address: JSON.stringify(random.chance(15) ? { ...address, address1: "2 Market Square" } : address),
    shopify_created_at: placedAt,
    created_at: placedAt,
    updated_at: placedAt,
    lineItems,
    fulfillments: isShipped ? [fulfillment(planned, at + day)] : [],
  };
}

function financialStatus(random: Random, isShipped: boolean): string {
  if (!isShipped) return random.pick(["paid", "paid", "authorized", "pending"]);
  return random.chance(6) ? "partially_refunded" : "paid";
}

function lineItem(product: Product, colour: string, quantity: number, at: number) {
  return {
    id: newId(at),
    title: product.title,
    quantity,
    price: euros(cents(product.price)),
    variant_title: colour,
    sku: `${product.sku}-${colour.slice(0, 3).toUpperCase()}`,
    product_image_url: null,
    shopify_product_id: String(platformIds.product + products.indexOf(product)),
  };
}

function fulfillment({ carrier, tracking }: PlannedOrder, at: number) {
  return {
    id: newId(at),
    status: "success",
    tracking_number: tracking,
    tracking_company: carrier,
    tracking_url: `https://tracking.example.com/${tracking}`,
    shopify_created_at: new Date(at).toISOString(),
  };
}

const cents = (amount: Money | number) => Math.round(Number(amount) * 100);
const euros = (amount: number): Money => `${amount / 100}`;

/** The customers with the sums of their orders. */
export function makeCustomers({ customers }: DemoPlan, orders: ImportedOrder[]): ImportedCustomer[] {
  return customers.map(({ id, first, last, email, phone }, index) => {
    const own = orders.filter((order) => order.customer_id === id);
    const paid = own.filter((order) => order.financial_status !== "refunded");
    const times = own.map((order) => order.shopify_created_at).sort();
    const createdAt = times[0] ?? new Date().toISOString();
    return {
      id,
      name: `${first} ${last}`,
      email,
      phone,
      shopify_customer_id: String(platformIds.customer + index),
      total_orders: own.length,
      total_spent: euros(paid.reduce((sum, order) => sum + cents(order.total_price ?? 0), 0)),
      last_order_date: times.at(-1) ?? null,
      created_at: createdAt,
      updated_at: times.at(-1) ?? createdAt,
    };
  });
}
