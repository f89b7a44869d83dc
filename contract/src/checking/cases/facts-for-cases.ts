import type { CheckedOrder, KnownAmount, ReplyFacts } from "../facts.ts";

const amount = (kind: KnownAmount["kind"], value: `${number}`, currency: string, title: string | null = null) => ({
  kind,
  amount: value,
  currency,
  title,
});

/** Delivered, and one of its two lamps refunded. */
export const refunded: CheckedOrder = {
  name: "#1042",
  orderNumber: "1042",
  isCertain: true,
  currency: "EUR",
  amounts: [
    amount("total", "128.80", "EUR"),
    amount("total", "123.85", "EUR"),
    amount("shipping", "4.95", "EUR"),
    amount("tax", "20.56", "EUR"),
    amount("refund", "45.90", "EUR"),
    amount("line", "45.90", "EUR", "Halo Table Lamp"),
    amount("line", "77.95", "EUR", "Arc Floor Lamp"),
  ],
  dates: [
    { kind: "ordered", at: "2026-11-03T10:12:00.000Z" },
    { kind: "shipped", at: "2026-11-05T15:00:00.000Z" },
    { kind: "delivered", at: "2026-11-09T11:30:00.000Z" },
    { kind: "refunded", at: "2026-11-16T09:00:00.000Z" },
  ],
  isRefunded: true,
  isShipped: true,
  isAllShipped: true,
  isDelivered: true,
  isAllDelivered: true,
  isCancelled: false,
  isPaid: true,
  isReturned: null,
  parcels: [
    {
      number: "00340434161094042557",
      carrier: "DHL",
      url: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094042557",
      dates: [
        { kind: "shipped", at: "2026-11-05T15:00:00.000Z" },
        { kind: "delivered", at: "2026-11-09T11:30:00.000Z" },
      ],
      isDelivered: true,
    },
  ],
};

/** On its way. */
export const underway: CheckedOrder = {
  ...refunded,
  amounts: [
    amount("total", "1234.56", "EUR"),
    amount("shipping", "9.90", "EUR"),
    amount("line", "1224.66", "EUR", "Orbit Chandelier"),
  ],
  dates: [
    { kind: "ordered", at: "2026-11-20T10:12:00.000Z" },
    { kind: "shipped", at: "2026-11-24T15:00:00.000Z" },
    { kind: "expected", at: "2026-12-02T12:00:00.000Z" },
  ],
  isRefunded: false,
  isDelivered: false,
  isAllDelivered: false,
  isReturned: false,
  parcels: refunded.parcels.map((parcel) => ({
    ...parcel,
    dates: [{ kind: "shipped" as const, at: "2026-11-24T15:00:00.000Z" }],
    isDelivered: false,
  })),
};

/** Paid, and nothing of it shipped. */
export const waiting: CheckedOrder = {
  ...underway,
  isShipped: false,
  isAllShipped: false,
  parcels: [],
  dates: [{ kind: "ordered", at: "2026-11-20T10:12:00.000Z" }],
};

/** In yen. */
export const inYen: CheckedOrder = {
  ...refunded,
  currency: "JPY",
  amounts: [amount("total", "12800", "JPY"), amount("shipping", "800", "JPY"), amount("refund", "4590", "JPY")],
};

export const inZloty: CheckedOrder = {
  ...refunded,
  currency: "PLN",
  amounts: [amount("total", "1234.56", "PLN"), amount("shipping", "14.99", "PLN"), amount("refund", "199.00", "PLN")],
};

export const cancelled: CheckedOrder = {
  ...waiting,
  isCancelled: true,
  isRefunded: true,
  amounts: [...waiting.amounts, amount("refund", "1234.56", "EUR")],
  dates: [
    { kind: "ordered", at: "2026-11-20T10:12:00.000Z" },
    { kind: "cancelled", at: "2026-11-21T08:00:00.000Z" },
    { kind: "refunded", at: "2026-11-21T08:00:00.000Z" },
  ],
};

export const inPounds: CheckedOrder = {
  ...refunded,
  currency: "GBP",
  amounts: [
    amount("total", "89.00", "GBP"),
    amount("shipping", "3.95", "GBP"),
    amount("refund", "24.50", "GBP"),
    amount("line", "24.50", "GBP", "Wool Shade"),
  ],
};

export const inDollars: CheckedOrder = {
  ...underway,
  currency: "USD",
  amounts: [
    amount("total", "1249.00", "USD"),
    amount("tax", "98.20", "USD"),
    amount("shipping", "12.00", "USD"),
    amount("discount", "50.00", "USD"),
  ],
  parcels: [
    {
      number: "1Z999AA10123456784",
      carrier: "UPS",
      url: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
      dates: [{ kind: "shipped", at: "2026-11-24T15:00:00.000Z" }],
      isDelivered: false,
    },
  ],
};

/** What is known of a customer with these orders. */
export function factsOf(order: CheckedOrder, more: Partial<ReplyFacts> = {}): ReplyFacts {
  return {
    orders: [order],
    orderNames: [1001, 1042, 1990, 2400].map((number) => ({ name: `#${number}`, orderNumber: String(number) })),
    customerNames: ["Anna Kowalski"],
    storeName: "Lumen & Loom",
    thread: [{ isOurs: false, text: "Hello, where is my order #1042? Anna" }],
    ...more,
  };
}
