import { toSecond } from "../../state/order-from.ts";
import { nextIdOf } from "../../state/shopkeeper.ts";
import type { StoreSubscription } from "../../state/store-state.ts";
import { type Args, type Context, type Fields, gid, numberIn } from "../bind.ts";
import { connect } from "../connect.ts";

type SubscriptionRef = { typeName: "WebhookSubscription"; subscription: StoreSubscription };
type UserError = { field: string[] | null; message: string };

export const subscriptionFields: Fields<unknown> = {
  webhookSubscription: (_source, { id }, { store }) => {
    const found = store.state.subscriptions.find((each) => each.id === numberIn(id, "WebhookSubscription"));
    return found ? refOf(found) : null;
  },
  webhookSubscriptions: (_source, args, { store }) => {
    const { topics, uri, callbackUrl } = args;
    const found = store.state.subscriptions.filter(
      (one) =>
        (!Array.isArray(topics) || topics.includes(one.topic)) &&
        (typeof uri !== "string" || one.uri === uri) &&
        (typeof callbackUrl !== "string" || one.uri === callbackUrl),
    );
    return connect(
      found.toSorted((a, b) => a.id - b.id),
      args,
      { id: ({ id }) => id, key: ({ id }) => id },
      refOf,
    );
  },
  webhookSubscriptionsCount: (_source, _args, { store }) => ({
    count: store.state.subscriptions.length,
    precision: "EXACT",
  }),
};

export const subscriptionTypeFields: Fields<SubscriptionRef> = {
  id: ({ subscription }) => gid("WebhookSubscription", subscription.id),
  legacyResourceId: ({ subscription }) => String(subscription.id),
  topic: ({ subscription }) => subscription.topic,
  uri: ({ subscription }) => subscription.uri,
  callbackUrl: ({ subscription }) => subscription.uri,
  endpoint: ({ subscription }) => ({ typeName: "WebhookHttpEndpoint", callbackUrl: subscription.uri }),
  format: () => "JSON",
  filter: ({ subscription }) => subscription.filter,
  includeFields: ({ subscription }) => subscription.includeFields,
  metafieldNamespaces: () => [],
  name: ({ subscription }) => subscription.name,
  apiVersion: ({ subscription: { apiVersion } }) => ({ handle: apiVersion, displayName: apiVersion, supported: true }),
  createdAt: ({ subscription }) => subscription.createdAt,
  updatedAt: ({ subscription }) => subscription.updatedAt,
};

export const subscriptionMutations: Fields<unknown> = {
  webhookSubscriptionCreate: (_source, { topic, webhookSubscription }, context) => {
    const { store, keeper, apiVersion } = context;
    const input = readInput(webhookSubscription);
    const errors = [
      ...faultsOf(input),
      ...scopeFaults(context, String(topic)),
      ...takenFaults(context, topic, input.uri),
    ];
    if (errors.length > 0 || input.uri === null) return { webhookSubscription: null, userErrors: errors };
    const at = toSecond(keeper.now());
    const { uri, filter, name, includeFields } = input;
    const subscription: StoreSubscription = {
      id: nextIdOf(store),
      topic: String(topic),
      uri,
      apiVersion,
      filter,
      name,
      includeFields: includeFields ?? [],
      createdAt: at,
      updatedAt: at,
      failures: 0,
    };
    store.state.subscriptions.push(subscription);
    return { webhookSubscription: refOf(subscription), userErrors: [] };
  },
  webhookSubscriptionUpdate: (_source, { id, webhookSubscription }, { store, keeper, apiVersion }) => {
    const input = readInput(webhookSubscription);
    const subscription = store.state.subscriptions.find((each) => each.id === numberIn(id, "WebhookSubscription"));
    if (!subscription) return { webhookSubscription: null, userErrors: [missing] };
    const errors = input.uri === null ? [] : faultsOf(input);
    if (errors.length > 0) return { webhookSubscription: null, userErrors: errors };
    subscription.uri = input.uri ?? subscription.uri;
    subscription.includeFields = input.includeFields ?? subscription.includeFields;
    subscription.name = input.name ?? subscription.name;
    subscription.apiVersion = apiVersion;
    subscription.updatedAt = toSecond(keeper.now());
    return { webhookSubscription: refOf(subscription), userErrors: [] };
  },
  webhookSubscriptionDelete: (_source, { id }, { store: { state } }) => {
    const others = state.subscriptions.filter((each) => each.id !== numberIn(id, "WebhookSubscription"));
    if (others.length === state.subscriptions.length)
      return { deletedWebhookSubscriptionId: null, userErrors: [missing] };
    state.subscriptions = others;
    return { deletedWebhookSubscriptionId: id, userErrors: [] };
  },
  appUninstall: (_source, _args, context) => {
    context.uninstall();
    return { app: { typeName: "App", app: context.app }, userErrors: [] };
  },
};

const missing: UserError = { field: ["id"], message: "Webhook subscription does not exist" };

function refOf(subscription: StoreSubscription): SubscriptionRef {
  return { typeName: "WebhookSubscription", subscription };
}

function readInput(value: unknown) {
  const input = typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  const text = (name: string) => (typeof input[name] === "string" ? input[name] : null);
  const fields: unknown = input.includeFields;
  if (input.filter || input.metafieldNamespaces || input.format === "XML")
    throw new Error("The stand-in for Shopify has no filtered, no XML and no metafield webhooks");
  const includeFields = Array.isArray(fields) ? fields.map(String) : null;
  return { uri: text("uri") ?? text("callbackUrl"), filter: null, name: text("name"), includeFields };
}

/** Refuses other addresses: Shopify accepts only https; the stand-in also http to its own machine. */
function faultsOf({ uri }: { uri: string | null }): UserError[] {
  const field = ["webhookSubscription", "uri"];
  if (uri === null || !URL.canParse(uri)) return [{ field, message: "Address is invalid" }];
  const { protocol, hostname } = new URL(uri);
  const isHere = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
  return protocol === "https:" || isHere ? [] : [{ field, message: "Address protocol http:// is not supported" }];
}

function takenFaults({ store }: Context, topic: Args[string], uri: string | null): UserError[] {
  const isTaken = store.state.subscriptions.some((each) => each.topic === topic && each.uri === uri);
  return isTaken
    ? [{ field: ["webhookSubscription", "uri"], message: "Address for this topic has already been taken" }]
    : [];
}

/** Refuses a topic if the token may not read what it tells. */
function scopeFaults({ token }: Context, topic: string): UserError[] {
  const needed = /^(ORDERS|FULFILLMENT|FULFILLMENTS|REFUNDS|ORDER)_/.test(topic)
    ? "read_orders"
    : /^CUSTOMERS?_/.test(topic)
      ? "read_customers"
      : null;
  if (needed === null || token.scopes.includes(needed)) return [];
  const name = topic.toLowerCase().replace("_", "/");
  return [
    {
      field: ["topic"],
      message: `You do not have permission to create or update webhooks with ${name} topic. Required access: ${needed}`,
    },
  ];
}
