import { normalAddress } from "@deskhand/contract/addresses/address";
import type { Money } from "@deskhand/contract/page";
import * as z from "zod";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { StoreCustomer } from "../../customers/index.ts";

/** One line of text, cut to its column's length; null for a blank one. */
function textField(max: number) {
  return z
    .string()
    .nullish()
    .transform((text) => (text ? storableText(text.replace(/\s+/g, " ").trim(), max).trim() || null : null));
}

// Earlier and later times cannot be stored or shown, and no store had orders then.
const earliest = Date.parse("1900-01-01T00:00:00Z");
const latest = Date.parse("2200-01-01T00:00:00Z");

function toTime(text: string): string | null {
  const time = Date.parse(text);
  return time >= earliest && time <= latest ? new Date(time).toISOString() : null;
}

/** A time as ISO 8601 in UTC; refuses what is no time, or thousands of years away. */
export const timeField = z.string().transform((text, context) => {
  const read = toTime(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "is no time" });
  return z.NEVER;
});

/** An optional time; one that makes no sense counts as missing. */
const maybeTimeField = z
  .string()
  .nullish()
  .transform((text) => (text ? toTime(text) : null));

const decimal = /^-?\d{1,20}(\.\d{1,20})?$/;
const isMoney = (text: string): text is Money => decimal.test(text);

/** An amount with its digits as received; a negative one, which no price has, counts as missing. */
const amountField = z.string().transform((text, context): Money | null => {
  if (isMoney(text)) return text.startsWith("-") ? null : text;
  context.addIssue({ code: "custom", message: "is no amount" });
  return z.NEVER;
});

/** Shopify's container of an amount, in the store's currency. */
const bagField = z
  .object({ shopMoney: z.object({ amount: amountField }) })
  .transform(({ shopMoney }) => shopMoney.amount);

/** The same with the amount in the customer's own currency. */
const bothField = z
  .object({ shopMoney: z.object({ amount: amountField }), presentmentMoney: z.object({ amount: amountField }) })
  .nullish()
  .transform((bag) => ({ kept: bag?.shopMoney.amount ?? null, shown: bag?.presentmentMoney.amount ?? null }));

const maxPieces = 2_147_483_647;
/** A count; zero where it is negative. */
const countField = z.number().transform((count) => Math.max(0, Math.min(Math.trunc(count), maxPieces)));

/** An id of 64 bits, more than a JavaScript number holds. */
export const idField = z
  .union([z.string(), z.int()])
  .transform(String)
  .refine((id) => /^\d{1,20}$/.test(id), "is no id");

/** One of Shopify's enum values in lower case; future ones are accepted. */
const wordField = textField(50).transform((text) => text?.toLowerCase() ?? null);

/** An address in lower case, as stored and looked up; null where it cannot be one. */
const emailField = textField(400).transform((text) => normalAddress(text?.toLowerCase() ?? ""));

/** A customer in an answer of the Admin API, as it is stored. */
export const customerSchema = z
  .object({
    legacyResourceId: idField,
    firstName: textField(100),
    lastName: textField(100),
    defaultEmailAddress: z.object({ emailAddress: emailField }).nullish(),
    defaultPhoneNumber: z.object({ phoneNumber: textField(50) }).nullish(),
    // An unsigned number of 64 bits, as a string.
    numberOfOrders: z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]),
    amountSpent: z.object({ amount: amountField }).nullish(),
    lastOrder: z.object({ createdAt: maybeTimeField }).nullish(),
    createdAt: timeField,
    updatedAt: timeField,
  })
  .transform(
    (customer): StoreCustomer => ({
      shopifyId: customer.legacyResourceId,
      name: [customer.firstName, customer.lastName].filter((part) => part !== null).join(" ") || null,
      email: customer.defaultEmailAddress?.emailAddress ?? null,
      phone: customer.defaultPhoneNumber?.phoneNumber ?? null,
      totalOrders: Math.min(Number(customer.numberOfOrders), 2_147_483_647),
      totalSpent: customer.amountSpent?.amount ?? "0",
      lastOrderAt: customer.lastOrder?.createdAt ?? null,
      createdAt: customer.createdAt,
      updatedAt: customer.updatedAt,
    }),
  );

const addressSchema = z
  .object({
    firstName: textField(200),
    lastName: textField(200),
    company: textField(200),
    address1: textField(300),
    address2: textField(300),
    city: textField(200),
    province: textField(200),
    provinceCode: textField(50),
    zip: textField(50),
    country: textField(200),
    phone: textField(50),
  })
  .nullish();

export const lineItemSchema = z.object({
  title: textField(500),
  name: textField(500),
  quantity: countField,
  currentQuantity: countField,
  variantTitle: textField(500),
  sku: textField(255),
  originalUnitPriceSet: bagField.nullish(),
  image: z.object({ url: textField(2_000) }).nullish(),
  product: z.object({ legacyResourceId: idField }).nullish(),
});

export const eventSchema = z.object({
  status: wordField,
  happenedAt: timeField,
  message: textField(500),
  city: textField(200),
  province: textField(200),
  country: textField(200),
});

export const fulfillmentSchema = z.object({
  id: z.string(),
  legacyResourceId: idField,
  status: wordField,
  displayStatus: wordField,
  createdAt: timeField,
  updatedAt: timeField,
  estimatedDeliveryAt: maybeTimeField,
  deliveredAt: maybeTimeField,
  trackingInfo: z.array(z.object({ number: textField(200), company: textField(200), url: textField(2_000) })),
});

export const refundSchema = z.object({
  createdAt: maybeTimeField,
  processedAt: maybeTimeField,
  totalRefundedSet: bagField,
});

export const transactionSchema = z.object({
  kind: wordField,
  status: wordField,
  processedAt: maybeTimeField,
  createdAt: maybeTimeField,
});

const currencyField = z.string().regex(/^[A-Z]{3}$/);

/** An order in an answer of the Admin API; accepts null wherever Shopify's schema does. */
export const orderSchema = z.object({
  id: z.string(),
  legacyResourceId: idField,
  name: textField(100),
  number: z.int(),
  email: emailField,
  phone: textField(50),
  createdAt: timeField,
  updatedAt: timeField,
  cancelledAt: maybeTimeField,
  cancelReason: wordField,
  test: z.boolean(),
  currencyCode: currencyField,
  displayFinancialStatus: wordField,
  displayFulfillmentStatus: wordField,
  totalPriceSet: bothField,
  totalRefundedSet: bothField,
  subtotalPriceSet: bothField,
  totalDiscountsSet: bothField,
  totalShippingPriceSet: bothField,
  totalTaxSet: bothField,
  presentmentCurrencyCode: currencyField,
  taxesIncluded: z.boolean(),
  discountCodes: z.array(textField(255)),
  customer: customerSchema.nullish(),
  shippingAddress: addressSchema,
  billingAddress: addressSchema,
  lineItems: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(lineItemSchema),
  }),
  fulfillments: z.array(
    fulfillmentSchema.extend({
      events: z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), nodes: z.array(eventSchema) }),
    }),
  ),
  refunds: z.array(refundSchema),
  transactions: z.array(transactionSchema),
});
/** A parsed order, with its parts complete. */
export type AnsweredOrder = z.infer<typeof orderSchema>;
export type AnsweredFulfillment = AnsweredOrder["fulfillments"][number];
