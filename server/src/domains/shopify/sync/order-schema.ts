import * as z from "zod";
import {
  bagField,
  bothField,
  countField,
  emailField,
  idField,
  maybeTimeField,
  textField,
  timeField,
  wordField,
} from "./answer-fields.ts";
import { customerSchema } from "./customer-schema.ts";

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

/** An order as the Admin API answers: null is taken wherever Shopify's schema allows it. */
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
/** An order as it was answered, with its parts whole. */
export type AnsweredOrder = z.infer<typeof orderSchema>;
export type AnsweredFulfillment = AnsweredOrder["fulfillments"][number];
