import type { StoreCustomer, StoreOrder, StoreState } from "../../../stand-ins/shopify/state/store-state.ts";
import type { DemoPlan, PlannedOrder } from "./demo-plan.ts";
import { makeShipments } from "./make-shipments.ts";
import { countries } from "./people.ts";
import { amountOf, centsOf, type Product, products } from "./products.ts";
import { type Random, seededRandom } from "./random.ts";

// The demo store at the platform.
const demoShop = { domain: "lumen-and-loom.myshopify.com", name: "Lumen & Loom" } as const;

const day = 24 * 3_600_000;
const ids = { shop: 61_204_817, customer: 700_000_000, order: 500_000_000, product: 900_000_000, part: 5_000_000_000 };

/** Provides the ids and chance for the parts of the store's orders. */
export type ShopDraft = { now: number; random: Random; nextId: () => number };

/**
 * Makes the demo store as the platform keeps it: customers, orders, payments, shipments and refunds. Both the first
 * rows of the database and the stand-in's answers come from this. `random` is shared by the whole plan.
 */
export function makeShop({ customers, orders }: DemoPlan, random: Random, now: number): StoreState {
  let last = ids.part;
  // A separate source of chance, so that the conversations stay the same.
  const draft: ShopDraft = { now, random: seededRandom(orders.length), nextId: () => ++last };
  const shopOrders = orders.map((planned) => makeOrder(planned, random, draft));
  return {
    domain: demoShop.domain,
    id: ids.shop,
    name: demoShop.name,
    email: "hello@lumenandloom.example",
    ownerName: "Alma Lindqvist",
    currency: "EUR",
    timeZone: "Europe/Dublin",
    country: "Ireland",
    countryCode: "IE",
    createdAt: toSecond(now - 900 * day),
    orderPrefix: "#",
    orderSuffix: "",
    condition: "open",
    nextId: last + 1000,
    nextOrderNumber: 1 + Math.max(...orders.map(({ number }) => number)),
    products: products.map((product, index) => ({
      id: ids.product + index,
      title: product.title,
      isDeleted: index % 7 === 6,
      image: index % 5 === 4 ? null : `/images/${product.name}.svg`,
    })),
    customers: customers.map((person, index) => makeCustomer(person, ids.customer + index, shopOrders)),
    orders: shopOrders,
    tokens: [],
    subscriptions: [],
  };

  function makeOrder(planned: PlannedOrder, chance: Random, { nextId }: ShopDraft): StoreOrder {
    const { at, number, told } = planned;
    const { pieces, parcel, refund: refundStory } = told?.story ?? {};
    const hasOthers = parcel === "half arrived" || (chance.chance(45) && pieces === undefined);
    const others = hasOthers ? [chance.pick(products.filter((candidate) => candidate !== planned.product))] : [];
    const lineItems = [
      lineItem(planned.product, planned.colour, pieces ?? 1, nextId()),
      ...others.map((product) => lineItem(product, chance.pick(product.colours), chance.between(1, 3), nextId())),
    ];
    const isShipped = told ? told.isOver || parcel !== "not sent" : now - at > 2 * day;
    const isPartial = isShipped && lineItems.length > 1 && chance.chance(12);
    const financialStatus = told ? "PAID" : financialStatusOf(chance, isShipped);
    const placedAt = toSecond(at);
    const shippingAddress = addressOf(planned);
    const order: StoreOrder = {
      id: ids.order + number,
      number,
      name: `#${number}`,
      email: planned.customer.email,
      phone: null,
      customerId: ids.customer + customers.indexOf(planned.customer),
      currency: "EUR",
      presentment: null,
      createdAt: placedAt,
      processedAt: placedAt,
      updatedAt: placedAt,
      cancelledAt: null,
      cancelReason: null,
      closedAt: null,
      isTest: false,
      isEdited: false,
      note: null,
      tags: [],
      financialStatus,
      fulfillmentStatus: null,
      discount: "0",
      shipping: "0",
      shippingAddress,
      billingAddress: chance.chance(15) ? { ...shippingAddress, address1: "2 Market Square" } : shippingAddress,
      lineItems,
      fulfillments: [],
      refunds: [],
      transactions: [],
      events: [],
    };
    order.tax = taxIn(order);
    pay(order, draft);
    if (isShipped) makeShipments(order, planned, isPartial, draft);
    if (told && told.refundedAt !== null) refund(order, told.refundedAt, refundStory?.percent ?? 100, draft);
    if (financialStatus === "PARTIALLY_REFUNDED") refund(order, Math.min(now, at + 9 * day), "a piece", draft);
    order.updatedAt = latestOf(order);
    return order;
  }
}

/** Prices include 19 %. */
function taxIn({ lineItems }: StoreOrder): string {
  const cents = lineItems.reduce((sum, { price, quantity }) => sum + centsOf(price) * quantity, 0);
  return amountOf(Math.round((cents * 19) / 119));
}

function financialStatusOf(random: Random, isShipped: boolean): string {
  if (!isShipped) return random.pick(["PAID", "PAID", "AUTHORIZED", "PENDING"]);
  return random.chance(6) ? "PARTIALLY_REFUNDED" : "PAID";
}

function lineItem(product: Product, colour: string, quantity: number, id: number): StoreOrder["lineItems"][number] {
  return {
    id,
    productId: ids.product + products.indexOf(product),
    title: product.title,
    variantTitle: colour,
    sku: `${product.sku}-${colour.slice(0, 3).toUpperCase()}`,
    vendor: demoShop.name,
    quantity,
    currentQuantity: quantity,
    price: product.price.toFixed(2),
    requiresShipping: true,
  };
}

function addressOf({ customer, told }: PlannedOrder) {
  const { first, last, street, city, province, zip, country } = customer;
  return {
    firstName: first,
    lastName: last,
    company: null,
    address1: (told?.isOver && told.story.street) || street,
    address2: null,
    city,
    province,
    provinceCode: province,
    country,
    countryCode: countries[country] ?? null,
    zip,
    phone: null,
  };
}

function makeCustomer(person: DemoPlan["customers"][number], id: number, orders: StoreOrder[]): StoreCustomer {
  const own = orders.filter(({ customerId }) => customerId === id);
  const times = own.map(({ createdAt }) => createdAt).sort();
  const createdAt = times[0] ?? toSecond(0);
  const [order] = own;
  return {
    id,
    firstName: person.first,
    lastName: person.last,
    email: person.email,
    phone: person.phone,
    createdAt,
    updatedAt: times.at(-1) ?? createdAt,
    note: null,
    tags: [],
    state: "DISABLED",
    isEmailVerified: true,
    defaultAddress: order?.shippingAddress ?? null,
  };
}

function pay(order: StoreOrder, { nextId }: ShopDraft): void {
  const cents = order.lineItems.reduce((sum, item) => sum + centsOf(item.price) * item.quantity, 0);
  const kind = order.financialStatus === "AUTHORIZED" ? "AUTHORIZATION" : "SALE";
  const status = order.financialStatus === "PENDING" ? "PENDING" : "SUCCESS";
  const payment = { kind, status, amount: amountOf(cents), gateway: "card", createdAt: order.createdAt };
  order.transactions.push({ id: nextId(), ...payment });
}

/** Refunds a share of everything in per cent, or one piece of the first line. */
function refund(order: StoreOrder, at: number, share: number | "a piece", { nextId }: ShopDraft): void {
  const [first] = order.lineItems;
  const [payment] = order.transactions;
  if (!first || !payment || order.financialStatus === "PENDING" || order.financialStatus === "AUTHORIZED") return;
  const isOnlyPiece = order.lineItems.length === 1 && first.quantity === 1;
  const isAll = share === 100 || (share === "a piece" && isOnlyPiece);
  const lines = isAll ? order.lineItems : share === "a piece" ? [{ ...first, quantity: 1 }] : [];
  const part = share === "a piece" ? first.price : amountOf(Math.round((centsOf(payment.amount) * share) / 100));
  const about = { amount: isAll ? payment.amount : part, createdAt: toSecond(at) };
  const transaction = { id: nextId(), kind: "REFUND", status: "SUCCESS", gateway: "card", ...about };
  order.transactions.push(transaction);
  order.refunds.push({
    id: nextId(),
    note: null,
    transactionIds: [transaction.id],
    ...about,
    lineItems: lines.map(({ id, quantity, price }) => ({
      lineItemId: id,
      quantity,
      subtotal: amountOf(centsOf(price) * quantity),
    })),
  });
  order.financialStatus = isAll ? "REFUNDED" : "PARTIALLY_REFUNDED";
}

function latestOf({ createdAt, fulfillments, refunds }: StoreOrder): string {
  const times = [
    createdAt,
    ...fulfillments.map(({ updatedAt }) => updatedAt),
    ...refunds.map((refund) => refund.createdAt),
  ];
  return times.sort().at(-1) ?? createdAt;
}

/** The platform's times are whole seconds. */
export function toSecond(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
