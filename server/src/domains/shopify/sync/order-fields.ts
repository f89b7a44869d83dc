/**
 * How many of what belongs to an order come with it; what is more is asked for by itself. Together they keep a page's requested
 * cost under 800 of the 1,000 points that one query may cost, also where each list counts with every place that it has
 * (shopify.dev/docs/api/usage/limits).
 */
export const withOrder = { lineItems: 6, fulfillments: 3, parcels: 2, events: 7, refunds: 3, transactions: 4 } as const;
/** Orders of one page. */
export const ordersAtOnce = 7;

export const lineItemFields = `
  id title name quantity currentQuantity variantTitle sku
  originalUnitPriceSet { shopMoney { amount } } image { url } product { legacyResourceId }`;

export const eventFields = "status happenedAt message city province country";

export const fulfillmentFields = (parcels: number) => `
  legacyResourceId status displayStatus createdAt updatedAt estimatedDeliveryAt deliveredAt
  trackingInfo(first: ${parcels}) { number company url }`;

export const refundFields = "createdAt processedAt totalRefundedSet { shopMoney { amount } }";
export const transactionFields = "kind status processedAt createdAt test";

export const customerFields = `
  legacyResourceId firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber }
  numberOfOrders amountSpent { amount currencyCode } lastOrder { createdAt } createdAt updatedAt`;

const addressFields = "firstName lastName company address1 address2 city province provinceCode zip country phone";

const bothCurrencies = "{ shopMoney { amount } presentmentMoney { amount } }";

/** All that is kept of an order. */
export const orderFields = `
  id legacyResourceId name number email phone createdAt updatedAt cancelledAt cancelReason test currencyCode
  displayFinancialStatus displayFulfillmentStatus
  presentmentCurrencyCode taxesIncluded discountCodes
  totalPriceSet ${bothCurrencies} totalRefundedSet ${bothCurrencies} subtotalPriceSet ${bothCurrencies}
  totalDiscountsSet ${bothCurrencies} totalShippingPriceSet ${bothCurrencies} totalTaxSet ${bothCurrencies}
  customer { ${customerFields} }
  shippingAddress { ${addressFields} } billingAddress { ${addressFields} }
  lineItems(first: ${withOrder.lineItems}) { pageInfo { hasNextPage endCursor } nodes { ${lineItemFields} } }
  fulfillments(first: ${withOrder.fulfillments}) {
    id ${fulfillmentFields(withOrder.parcels)}
    events(first: ${withOrder.events}, sortKey: HAPPENED_AT, reverse: true) {
      pageInfo { hasNextPage } nodes { ${eventFields} }
    }
  }
  refunds(first: ${withOrder.refunds}) { ${refundFields} }
  transactions(first: ${withOrder.transactions}) { ${transactionFields} }`;
