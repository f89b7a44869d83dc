import * as z from "zod";
import { amountPattern } from "../amounts.ts";
import { bag, bagField } from "./money-bag.ts";

/** How many lines come with an order, so that its cost stays under the most of one query; more are asked for in further ones. */
const linesWithOrder = 50;

const lineFields = `
  id title variantTitle sku currentQuantity refundableQuantity unfulfilledQuantity restockable isGiftCard
  discountedUnitPriceAfterAllDiscountsSet ${bag}`;

const pageOf = "pageInfo { hasNextPage endCursor }";

const transactions = `suggestedTransactions {
  gateway formattedGateway amountSet ${bag} maximumRefundableSet ${bag} parentTransaction { id }
}`;

const gidNumber = (type: string) =>
  z
    .string()
    .regex(new RegExp(`^gid://shopify/${type}/\\d{1,20}(?:\\?.{0,100})?$`))
    .transform((gid) => /\/(\d{1,20})(?:\?|$)/.exec(gid)?.[1] ?? "");

const lineSchema = z
  .object({
    id: gidNumber("LineItem"),
    title: z.string(),
    variantTitle: z.string().nullish(),
    sku: z.string().nullish(),
    currentQuantity: z.int(),
    refundableQuantity: z.int(),
    unfulfilledQuantity: z.int(),
    restockable: z.boolean(),
    isGiftCard: z.boolean(),
    discountedUnitPriceAfterAllDiscountsSet: bagField,
  })
  .transform(({ id, discountedUnitPriceAfterAllDiscountsSet: price, ...line }) => ({
    lineItemId: id,
    title: line.title.slice(0, 500) || "Untitled item",
    variantTitle: line.variantTitle?.slice(0, 255) || null,
    sku: line.sku?.slice(0, 255) || null,
    quantity: line.currentQuantity,
    refundable: Math.max(0, line.refundableQuantity),
    unsent: Math.max(0, Math.min(line.unfulfilledQuantity, line.currentQuantity)),
    isRestockable: line.restockable,
    isGiftCard: line.isGiftCard,
    price,
  }));

const linePage = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(lineSchema),
});

const transactionSchema = z
  .object({
    gateway: z.string().nullish(),
    formattedGateway: z.string().nullish(),
    amountSet: bagField,
    maximumRefundableSet: bagField.nullish(),
    parentTransaction: z.object({ id: z.string() }).nullish(),
  })
  .transform(({ gateway, formattedGateway, amountSet, maximumRefundableSet, parentTransaction }) => ({
    gateway: gateway ?? "manual",
    label: (formattedGateway || gateway || "Payment").slice(0, 100),
    amount: amountSet,
    refundable: maximumRefundableSet ?? amountSet,
    parentId: parentTransaction?.id ?? null,
  }));
/** A payment that something can go back to. */
export type Payment = z.output<typeof transactionSchema>;

const shortText = z
  .string()
  .nullish()
  .transform((text) => text?.slice(0, 255).trim() || null);
const addressSchema = z
  .object({
    firstName: shortText,
    lastName: shortText,
    company: shortText,
    address1: shortText,
    address2: shortText,
    zip: shortText,
    city: shortText,
    provinceCode: shortText,
    countryCodeV2: shortText,
    phone: shortText,
  })
  .transform(({ countryCodeV2, ...address }) => Object.assign(address, { countryCode: countryCodeV2 }));

const parcelSchema = z.object({ number: shortText, company: shortText, url: z.string().nullish() });

const orderSchema = z.object({
  name: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullish(),
  displayFinancialStatus: z.string().nullish(),
  displayFulfillmentStatus: z.string().nullish(),
  email: z.string().nullish(),
  note: z.string().nullish(),
  tags: z.array(z.string()),
  refundable: z.boolean(),
  capturable: z.boolean(),
  merchantEditable: z.boolean(),
  merchantEditableErrors: z.array(z.string()),
  presentmentCurrencyCode: z.string(),
  currentTotalPriceSet: bagField,
  totalRefundedSet: bagField,
  totalReceivedSet: bagField,
  totalOutstandingSet: bagField,
  totalShippingPriceSet: bagField,
  shippingAddress: addressSchema.nullish(),
  lineItems: linePage,
  fulfillments: z.array(
    z.object({ id: gidNumber("Fulfillment"), status: z.string(), trackingInfo: z.array(parcelSchema) }),
  ),
  suggestedRefund: z
    .object({
      maximumRefundableSet: bagField,
      shipping: z.object({ maximumRefundableSet: bagField }),
      suggestedTransactions: z.array(transactionSchema),
    })
    .nullish(),
});
export type AnsweredOrder = z.output<typeof orderSchema>;

/** Reads an order with all that actions depend on. */
export const orderLookQuery = {
  text: `query OrderLook($id: ID!) {
    order(id: $id) {
      name updatedAt cancelledAt displayFinancialStatus displayFulfillmentStatus email note tags
      refundable capturable merchantEditable merchantEditableErrors presentmentCurrencyCode
      currentTotalPriceSet ${bag} totalRefundedSet ${bag} totalReceivedSet ${bag}
      totalOutstandingSet ${bag} totalShippingPriceSet ${bag}
      shippingAddress {
        firstName lastName company address1 address2 zip city provinceCode countryCodeV2 phone
      }
      lineItems(first: ${linesWithOrder}) { ${pageOf} nodes { ${lineFields} } }
      fulfillments(first: 20) { id status trackingInfo { number company url } }
      suggestedRefund(suggestFullRefund: true) {
        maximumRefundableSet ${bag} shipping { maximumRefundableSet ${bag} } ${transactions}
      }
    }
  }`,
  answer: z.object({ order: orderSchema.nullable() }),
};

/** Reads an order's further lines. */
export const moreLinesQuery = {
  text: `query MoreLines($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) { ${pageOf} nodes { ${lineFields} } } }
  }`,
  answer: z.object({ order: z.object({ lineItems: linePage }).nullable() }),
};

/** Reads where goods can be put back. */
export const locationsQuery = {
  text: "query Locations { locations(first: 50) { nodes { id name } } }",
  answer: z.object({
    locations: z.object({ nodes: z.array(z.object({ id: gidNumber("Location"), name: z.string() })) }),
  }),
};

const suggestionSchema = z.object({
  amountSet: bagField,
  maximumRefundableSet: bagField,
  discountedSubtotalSet: bagField,
  totalTaxSet: bagField,
  shipping: z.object({ amountSet: bagField }),
  suggestedTransactions: z.array(transactionSchema),
  /** Absent if places may not be read. */
  refundLineItems: z
    .array(
      z.object({
        lineItem: z.object({ id: gidNumber("LineItem") }),
        location: z.object({ id: gidNumber("Location"), name: z.string() }).nullable(),
      }),
    )
    .optional(),
});
export type Suggestion = z.output<typeof suggestionSchema>;

/** Asks what Shopify would refund for lines and shipping at this moment. */
export const suggestionQuery = {
  text: `query RefundSuggestion(
    $id: ID!, $lines: [RefundLineItemInput!], $withShipping: Boolean, $withPlaces: Boolean!
  ) {
    order(id: $id) {
      suggestedRefund(refundLineItems: $lines, refundShipping: $withShipping) {
        amountSet ${bag} maximumRefundableSet ${bag} discountedSubtotalSet ${bag} totalTaxSet ${bag}
        shipping { amountSet ${bag} } ${transactions}
        refundLineItems @include(if: $withPlaces) { lineItem { id } location { id name } }
      }
    }
  }`,
  answer: z.object({ order: z.object({ suggestedRefund: suggestionSchema.nullable() }).nullable() }),
};

/** Searches products by their words. */
export const variantsQuery = {
  text: `query FindVariants($query: String!, $first: Int!) {
    shop { currencyCode }
    productVariants(first: $first, query: $query) {
      nodes { id title sku price inventoryQuantity inventoryItem { tracked } product { title } }
    }
  }`,
  answer: z.object({
    shop: z.object({ currencyCode: z.string() }),
    productVariants: z.object({
      nodes: z.array(
        z.object({
          id: gidNumber("ProductVariant"),
          title: z.string(),
          sku: z.string().nullish(),
          price: z.string().regex(amountPattern),
          inventoryQuantity: z.int().nullish(),
          inventoryItem: z.object({ tracked: z.boolean() }),
          product: z.object({ title: z.string() }),
        }),
      ),
    }),
  }),
};
