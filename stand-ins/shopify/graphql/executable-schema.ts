import { type GraphQLSchema, isInterfaceType, isUnionType } from "graphql";
import type { StandInApp, StoreProduct, StoreToken } from "../state/store-state.ts";
import { bind, bindAsIs, gid } from "./bind.ts";
import { customerFields } from "./fields/customer-fields.ts";
import { draftFields, draftMutations, locationFields, stockQueries, variantFields } from "./fields/draft-fields.ts";
import { calculatedOrderFields, editabilityFields, editMutations } from "./fields/edit-fields.ts";
import {
  fulfillmentEventFields,
  fulfillmentFields,
  fulfillmentLineFields,
  refundFields,
  refundLineFields,
  transactionFields,
} from "./fields/fulfillment-fields.ts";
import { addressFields, eventFields, imageOf, lineItemFields, orderFields } from "./fields/order-fields.ts";
import { jobQueries, orderMutations } from "./fields/order-mutations.ts";
import { queryFields, shopFields } from "./fields/query-fields.ts";
import {
  refundMutations,
  suggestedRefundField,
  suggestedTransactionFields,
  suggestionFields,
} from "./fields/refund-fields.ts";
import { subscriptionMutations, subscriptionTypeFields } from "./fields/subscription-fields.ts";
import { loadSchema } from "./load-schema.ts";

const bound = new Set<string>();
const connections = [
  ...["Order", "Customer", "LineItem", "FulfillmentEvent", "FulfillmentLineItem", "RefundLineItem"],
  ...["OrderTransaction", "Event", "WebhookSubscription", "DraftOrder", "Location", "ProductVariant"],
];

/** Makes Shopify's schema of a version with a resolver for each field that the stand-in has. */
export function executableSchema(version: string): GraphQLSchema {
  const schema = loadSchema(version);
  if (bound.has(version)) return schema;
  bound.add(version);
  bind(schema, "QueryRoot", queryFields);
  bind(schema, "Mutation", subscriptionMutations);
  bind(schema, "Shop", shopFields);
  bind(schema, "Order", orderFields);
  bind(schema, "LineItem", lineItemFields);
  bind(schema, "MailingAddress", addressFields);
  bind(schema, "BasicEvent", eventFields);
  bind(schema, "Fulfillment", fulfillmentFields);
  bind(schema, "FulfillmentEvent", fulfillmentEventFields);
  bind(schema, "FulfillmentLineItem", fulfillmentLineFields);
  bind(schema, "Refund", refundFields);
  bind(schema, "RefundLineItem", refundLineFields);
  bind(schema, "OrderTransaction", transactionFields);
  bind(schema, "Customer", customerFields);
  bind(schema, "WebhookSubscription", subscriptionTypeFields);
  bindActing(schema);
  bindApp(schema);
  bindSmall(schema);
  for (const name of ["Node", "Event", "WebhookSubscriptionEndpoint", "LegacyInteroperability"]) {
    const type = schema.getType(name);
    if (isInterfaceType(type) || isUnionType(type)) type.resolveType = (value) => value.typeName;
  }
  return schema;
}

/** Binds what changes orders, and what it depends on. */
function bindActing(schema: GraphQLSchema): void {
  bind(schema, "QueryRoot", { ...jobQueries, ...stockQueries });
  for (const mutations of [refundMutations, orderMutations, editMutations, draftMutations])
    bind(schema, "Mutation", mutations);
  bind(schema, "Order", suggestedRefundField);
  bind(schema, "Order", editabilityFields);
  bind(schema, "SuggestedRefund", suggestionFields);
  bind(schema, "SuggestedOrderTransaction", suggestedTransactionFields);
  bind(schema, "CalculatedOrder", calculatedOrderFields);
  bind(schema, "DraftOrder", draftFields);
  bind(schema, "Location", locationFields);
  bind(schema, "ProductVariant", variantFields);
  bindAsIs(schema, ["ShippingRefund"], ["amountSet", "maximumRefundableSet", "taxSet"]);
  bindAsIs(schema, ["InventoryItem"], ["tracked"]);
  bindAsIs(schema, ["OrderCancellation"], ["staffNote"]);
  bindAsIs(schema, ["Job"], ["id", "done"]);
  bindAsIs(schema, ["OrderCancelUserError", "AppRevokeAccessScopesAppRevokeScopeError"], ["field", "message", "code"]);
  bindAsIs(schema, ["OrderCancelPayload"], ["job", "orderCancelUserErrors"]);
  bindAsIs(schema, ["RefundCreatePayload"], ["order", "refund", "userErrors"]);
  bindAsIs(schema, ["OrderUpdatePayload", "OrderEditCommitPayload"], ["order", "userErrors"]);
  bindAsIs(schema, ["FulfillmentTrackingInfoUpdatePayload"], ["fulfillment", "userErrors"]);
  bindAsIs(schema, ["AppRevokeAccessScopesPayload"], ["revoked", "userErrors"]);
  const edits = ["OrderEditBeginPayload", "OrderEditSetQuantityPayload", "OrderEditAddVariantPayload"];
  bindAsIs(schema, edits, ["calculatedOrder", "userErrors"]);
  bindAsIs(schema, ["DraftOrderCreateFromOrderPayload", "DraftOrderInvoiceSendPayload"], ["draftOrder", "userErrors"]);
  bindAsIs(schema, ["TagsAddPayload"], ["node", "userErrors"]);
}

function bindApp(schema: GraphQLSchema): void {
  bind<{ token: StoreToken; app: StandInApp }>(schema, "AppInstallation", {
    id: () => gid("AppInstallation", 1),
    accessScopes: ({ token }) => token.scopes.map((handle) => ({ handle, description: handle })),
    app: ({ app }) => ({ typeName: "App", app }),
  });
  bind<{ app: StandInApp }>(schema, "App", {
    id: () => gid("App", 1),
    title: ({ app }) => app.name,
    apiKey: ({ app }) => app.apiKey,
    handle: () => "stand-in",
  });
  bind<{ product: StoreProduct }>(schema, "Product", {
    id: ({ product }) => gid("Product", product.id),
    legacyResourceId: ({ product }) => String(product.id),
    title: ({ product }) => product.title,
    handle: ({ product }) => product.title.toLowerCase().replaceAll(" ", "-"),
    featuredImage: ({ product }, _args, { url }) => imageOf(product.image, product.title, url),
    featuredMedia: ({ product }, _args, { url }) => {
      const image = imageOf(product.image, product.title, url);
      return image && { typeName: "MediaImage", preview: { image } };
    },
  });
}

/** Binds types whose values the resolvers already make in the schema's form. */
function bindSmall(schema: GraphQLSchema): void {
  bindAsIs(schema, ["MoneyBag"], ["shopMoney", "presentmentMoney"]);
  bindAsIs(schema, ["MoneyV2"], ["amount", "currencyCode"]);
  bindAsIs(schema, ["PageInfo"], ["hasNextPage", "hasPreviousPage", "startCursor", "endCursor"]);
  bindAsIs(schema, ["Count"], ["count", "precision"]);
  bindAsIs(schema, ["Image"], ["url", "altText"]);
  bindAsIs(schema, ["MediaPreviewImage"], ["image"]);
  bindAsIs(schema, ["MediaImage"], ["preview"]);
  bindAsIs(schema, ["Domain"], ["host", "url"]);
  bindAsIs(schema, ["ShopPlan"], ["displayName", "publicDisplayName", "partnerDevelopment", "shopifyPlus"]);
  bindAsIs(schema, ["AccessScope"], ["handle", "description"]);
  bindAsIs(schema, ["ApiVersion"], ["handle", "displayName", "supported"]);
  bindAsIs(schema, ["CustomerEmailAddress"], ["emailAddress"]);
  bindAsIs(schema, ["CustomerPhoneNumber"], ["phoneNumber"]);
  bindAsIs(schema, ["FulfillmentTrackingInfo"], ["company", "number", "url"]);
  bindAsIs(schema, ["WebhookHttpEndpoint"], ["callbackUrl"]);
  bindAsIs(schema, ["UserError", "AppUninstallAppUninstallError"], ["field", "message", "code"]);
  bindAsIs(schema, ["AppUninstallPayload"], ["app", "userErrors"]);
  const payloads = ["WebhookSubscriptionCreatePayload", "WebhookSubscriptionUpdatePayload"];
  bindAsIs(schema, payloads, ["webhookSubscription", "userErrors"]);
  bindAsIs(schema, ["WebhookSubscriptionDeletePayload"], ["deletedWebhookSubscriptionId", "userErrors"]);
  for (const name of connections) {
    bindAsIs(schema, [`${name}Connection`], ["edges", "nodes", "pageInfo"]);
    bindAsIs(schema, [`${name}Edge`], ["cursor", "node"]);
  }
}
