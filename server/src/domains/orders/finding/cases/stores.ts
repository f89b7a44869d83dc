import { randomUUID } from "node:crypto";
import { newId } from "../../../../platform/db/ids.ts";
import type { ImportedOrder } from "../../orders.queries.ts";
import type { Sender, StoreName } from "./case-text.ts";

const day = 24 * 3_600_000;

/**
 * The names of a store's orders, from first to last; every second number exists, dense enough to match any number by
 * chance.
 */
const namings: Record<StoreName, { first: number; last: number; name(number: number): string }[]> = {
  plain: [{ first: 1001, last: 2420, name: (number) => `#${number}` }],
  affixed: [{ first: 10_001, last: 10_900, name: (number) => `WEB-${number}-EU` }],
  dense: [{ first: 10_000, last: 11_000, name: (number) => `#${number}` }],
  yearly: [
    { first: 1, last: 300, name: (number) => `2025-${pad(number)}` },
    { first: 301, last: 600, name: (number) => `2026-${pad(number)}` },
  ],
  lettered: [{ first: 1001, last: 1900, name: (number) => `LL${number}` }],
  long: [{ first: 4_500_000, last: 4_500_300, name: (number) => `#${number}` }],
  series: [
    { first: 1001, last: 1300, name: (number) => `#${number}` },
    { first: 1001, last: 1300, name: (number) => `POS-${number}` },
  ],
  small: [{ first: 1, last: 40, name: (number) => `#${number}` }],
  suffixed: [{ first: 1001, last: 1300, name: (number) => `#${number}-AU` }],
};

/** The owners of some orders; strangers own all others, and null means nobody. */
const owners: Record<StoreName, Record<string, Exclude<Sender, "posing as jane"> | null>> = {
  plain: {
    "#1042": "jane",
    "#1043": "jane",
    "#2310": "jane",
    "#1100": "bob",
    "#2390": "solo",
    "#1500": "guest",
    "#1600": null,
    "#2300": "parted",
    "#2301": "parted",
    "#2019": "fran",
    "#2026": "fran",
  },
  affixed: { "WEB-10423-EU": "jane", "WEB-10424-EU": "jane", "WEB-10500-EU": "bob" },
  dense: { "#10115": "jane", "#10116": "jane", "#10300": "bob" },
  yearly: { "2026-0417": "jane", "2026-0500": "jane", "2026-0550": "bob" },
  lettered: { LL1042: "jane", LL1043: "jane", LL1500: "bob" },
  long: { "#4500123": "jane", "#4500222": "jane", "#4500250": "bob" },
  series: { "#1042": "jane", "POS-1050": "jane", "#1200": "bob" },
  small: { "#7": "jane", "#12": "jane", "#20": "bob" },
  suffixed: { "#1042-AU": "jane", "#1150-AU": "jane", "#1200-AU": "bob" },
};

const parcels: Record<string, string[]> = {
  "#1042": ["1Z999AA10123456784"],
  "#1043": ["LL 123 456 785 CN", "770123456789"],
  "#2310": ["00340434161094042557", "9400111899223197428499"],
};

/** The senders' addresses. */
export const addresses: Record<Sender, string> = {
  jane: "jane@customer.test",
  "posing as jane": "jane@customer.test",
  bob: "bob@customer.test",
  solo: "solo@customer.test",
  guest: "guest@customer.test",
  parted: "parted@customer.test",
  fran: "fran@customer.test",
  nobody: "nobody@elsewhere.test",
};

/** All stores of the set. */
export const storeNames = Object.keys(namings) as StoreName[];

/** All orders of a store, the newest placed yesterday; a guest's has an address and no customer. */
export function ordersOf(store: StoreName, customerIds: ReadonlyMap<string, string>, now: number): ImportedOrder[] {
  const all = namings[store].flatMap(({ first, last, name }) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({ number: first + index, name: name(first + index) })),
  );
  return all.map(({ number, name }, index) => {
    const owner = owners[store][name];
    const at = new Date(now - (all.length - index) * (day / 24)).toISOString();
    const email = owner === null ? null : owner === undefined ? `stranger${index}@strangers.test` : addresses[owner];
    const customer_id = owner && owner !== "guest" ? (customerIds.get(addresses[owner]) ?? null) : null;
    const tracking = store === "plain" ? parcels[name] : undefined;
    return {
      id: newId(),
      shopify_order_id: randomUUID(),
      order_number: String(number),
      name,
      customer_id,
      email,
      total_price: "59.00",
      currency: "EUR",
      financial_status: "paid",
      shopify_created_at: at,
      fulfillment_status: tracking ? "fulfilled" : null,
      lineItems: [],
      fulfillments: tracking ? [shipped(tracking, at)] : [],
    };
  });
}

function shipped([first = "", ...others]: string[], at: string): ImportedOrder["fulfillments"][number] {
  const all = [first, ...others].map((number) => ({ number, company: null, url: null }));
  return {
    id: newId(),
    status: "success",
    tracking_number: first,
    tracking_company: null,
    tracking_url: null,
    shopify_created_at: at,
    parcels: JSON.stringify(all),
  };
}

function pad(number: number): string {
  return String(number).padStart(4, "0");
}
