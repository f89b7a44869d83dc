import { type OrderInput, orderFrom } from "./order-from.ts";
import type { StoreAddress, StoreCustomer, StoreOrder, StoreProduct, StoreState } from "./store-state.ts";

/** The parameters of a store's orders that are generated from their number on each reading. */
export type Generated = {
  count: number;
  firstOrderId: number;
  firstCustomerId: number;
  customerCount: number;
  firstNumber: number;
  /** The first and last time, in milliseconds. */
  from: number;
  until: number;
  state: StoreState;
};

const people = [
  ["Ann", "Byrne", "Dublin", "Ireland", "IE", "D08 X4H2"],
  ["Søren", "Østergård", "Århus", "Denmark", "DK", "8000"],
  ["美咲", "田中", "東京都", "Japan", "JP", "100-0001"],
  ["Олександр", "Шевченко", "Київ", "Ukraine", "UA", "01001"],
  ["ليلى", "حداد", "بيروت", "Lebanon", "LB", "1100"],
  ["दीपिका", "शर्मा", "मुंबई", "India", "IN", "400001"],
  ["Zoë", "O'Neill-Smythe", "Cork", "Ireland", "IE", "T12 W8KP"],
] as const;
const companies = ["DHL", "UPS", "FedEx", "USPS", "DPD"];
const statuses = ["LABEL_PURCHASED", "IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED"];
const hour = 3_600_000;
/** The ids of a generated order's parts begin at this times the order's id. */
export const partsOfGenerated = 1000;

/** Returns when a generated order was placed: evenly spread, to the second. */
export function generatedTimes({ count, from, until }: Generated, index: number): { placed: number; updated: number } {
  const placed = Math.floor((from + ((until - from) * index) / Math.max(1, count)) / 1000) * 1000;
  const age = until - placed;
  return { placed, updated: placed + Math.min(age, (index % 7) * 9 * hour) };
}

export function generatedCustomer(generated: Generated, id: number): StoreCustomer {
  const index = id - generated.firstCustomerId;
  const [firstName, lastName] = people[index % people.length] ?? people[0];
  const createdAt = iso(generated.from);
  return {
    id,
    firstName,
    lastName,
    email: `buyer.${index}@example.com`,
    phone: index % 3 === 0 ? `+3538${String(70_000_000 + index)}` : null,
    createdAt,
    updatedAt: createdAt,
    note: null,
    tags: [],
    state: "DISABLED",
    isEmailVerified: true,
    defaultAddress: addressOf(index),
  };
}

export function generatedOrder(generated: Generated, id: number): StoreOrder {
  const { state, firstOrderId, firstNumber } = generated;
  const index = id - firstOrderId;
  const { placed, updated } = generatedTimes(generated, index);
  // The parts of each order have their own ids, far above those made by hand.
  let next = id * partsOfGenerated;
  const input = inputOf(generated, index, placed, updated);
  const number = firstNumber + index;
  return orderFrom(state, input, { id, number, now: placed, nextId: () => next++ });
}

/** Returns the customer of a generated order: each has about four. */
export function generatedCustomerId({ customerCount, firstCustomerId }: Generated, index: number): number | null {
  return index % 50 === 49 ? null : firstCustomerId + (index % customerCount);
}

function inputOf(generated: Generated, index: number, placed: number, updated: number): OrderInput {
  const { state } = generated;
  const customerId = generatedCustomerId(generated, index);
  const lineItems = Array.from({ length: 1 + (index % 3) }, (_, line) => lineOf(state.products, index + line));
  const isShipped = index % 7 > 0 && updated > placed;
  return {
    customerId,
    email: customerId === null ? null : `buyer.${customerId - generated.firstCustomerId}@example.com`,
    createdAt: iso(placed),
    updatedAt: iso(updated),
    shippingAddress: addressOf(index),
    lineItems,
    financialStatus: index % 29 === 28 ? "PENDING" : "PAID",
    fulfillments: isShipped ? [shipmentOf(index, placed, updated)] : [],
  };
}

function lineOf(products: readonly StoreProduct[], index: number) {
  const product = products[index % Math.max(1, products.length)];
  const price = `${5 + ((index * 13) % 90)}.${String((index * 7) % 100).padStart(2, "0")}`;
  return {
    title: product?.title ?? `Article ${index % 40}`,
    productId: product?.id ?? null,
    sku: `SKU-${index % 40}`,
    quantity: 1 + (index % 2),
    price,
  };
}

function shipmentOf(index: number, placed: number, updated: number) {
  const reached = statuses.slice(0, 1 + (index % statuses.length));
  return {
    createdAt: iso(placed + Math.min(hour, updated - placed)),
    updatedAt: iso(updated),
    trackingInfo: [
      { company: companies[index % companies.length] ?? null, number: `TRK${1_000_000 + index}`, url: null },
    ],
    events: reached.map((status, step) => ({
      status,
      happenedAt: iso(placed + ((updated - placed) * (step + 1)) / reached.length),
    })),
  };
}

function addressOf(index: number): StoreAddress {
  const [firstName, lastName, city, country, countryCode, zip] = people[index % people.length] ?? people[0];
  return {
    firstName,
    lastName,
    city,
    country,
    countryCode,
    zip,
    company: null,
    address1: `${1 + (index % 200)} High Street`,
    address2: null,
    province: null,
    provinceCode: null,
    phone: null,
  };
}

function iso(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
