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
  const shippingAddress = {
    first_name: customer.first,
    last_name: customer.last,
    address1: customer.street,
    address2: null,
    city: customer.city,
    province_code: customer.province,
    zip: customer.zip,
    country: customer.country,
  };
  const isShipped = now - at > 2 * day;
  const isPartial = isShipped && lineItems.length > 1 && random.chance(12);
  return {
    id: newId(at),
    shopifyOrderId: String(platformIds.order + number),
    orderNumber: String(number),
    name: `#${number}`,
    customerId: customer.id,
    email: customer.email,
    totalPrice: lineItems.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    currency: "EUR",
    financialStatus: planned.isRefunded ? "refunded" : financialStatus(random, isShipped),
    fulfillmentStatus: isShipped ? (isPartial ? "partial" : "fulfilled") : null,
    shippingAddress,
    billingAddress: random.chance(15) ? { ...shippingAddress, address1: "2 Market Square" } : shippingAddress,
    createdAt: new Date(at).toISOString(),
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
    price: product.price,
    variantTitle: colour,
    sku: `${product.sku}-${colour.slice(0, 3).toUpperCase()}`,
    productImageUrl: null,
    shopifyProductId: String(platformIds.product + products.indexOf(product)),
  };
}

function fulfillment({ carrier, tracking }: PlannedOrder, at: number) {
  return {
    id: newId(at),
    status: "success",
    trackingNumber: tracking,
    trackingCompany: carrier,
    trackingUrl: `https://tracking.example.com/${tracking}`,
    createdAt: new Date(at).toISOString(),
  };
}

/** The customers with the sums of their orders. */
export function makeCustomers({ customers }: DemoPlan, orders: ImportedOrder[]): ImportedCustomer[] {
  return customers.map(({ id, first, last, email, phone }, index) => {
    const own = orders.filter(({ customerId }) => customerId === id);
    const paid = own.filter(({ financialStatus }) => financialStatus !== "refunded");
    const times = own.map(({ createdAt }) => createdAt).sort();
    return {
      id,
      name: `${first} ${last}`,
      email,
      phone,
      shopifyCustomerId: String(platformIds.customer + index),
      totalOrders: own.length,
      totalSpent: paid.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
      lastOrderDate: times.at(-1) ?? null,
      createdAt: times[0] ?? new Date().toISOString(),
    };
  });
}
