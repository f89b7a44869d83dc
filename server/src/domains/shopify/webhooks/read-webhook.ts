import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { normalAddress } from "@deskhand/contract/addresses/address";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import { isSignedWebhook } from "../../../platform/shopify/signatures.ts";

/** The longest body of a webhook, in bytes: an order of 500 lines has about one million. */
const maxBytes = 5 * 1024 * 1024;

/**
 * The oldest accepted webhook: the platform tries for four hours, and clocks differ a little (shopify.dev: HTTPS
 * delivery, retries).
 */
const oldestMs = 48 * 3_600_000;
const maxAheadMs = 15 * 60_000;

/** A webhook signed by the platform. The signature covers its body only: its headers prove nothing. */
export type Webhook = {
  /** Such as `orders/updated`. */
  topic: string;
  shopDomain: string;
  /** The platform's id of this delivery, equal for each try; without one, a digest of the bytes. */
  webhookId: string;
  /** When it happened, according to the platform. */
  triggeredAt: Date | null;
  bodyHash: Buffer;
  payload: unknown;
};

/**
 * Reads a webhook of the platform (docs/product.md#store-webhooks). Parses and looks up nothing before the signature of
 * the bytes is verified. Fails with what is wrong with it.
 */
export async function readWebhook(request: FastifyRequest, secret: string, now: number): Promise<Webhook> {
  const signature = onlyHeader(request, "x-shopify-hmac-sha256") ?? "";
  // Any other form is wrong before a byte of the body is read.
  if (!/^[A-Za-z\d+/]{43}=$/.test(signature)) throw fail("webhook_signature_invalid");
  const body = await readBody(request.body as Readable | undefined);
  if (!isSignedWebhook(body, signature, secret)) throw fail("webhook_signature_invalid");
  const topic = onlyHeader(request, "x-shopify-topic")?.toLowerCase() ?? "";
  const shopDomain = onlyHeader(request, "x-shopify-shop-domain")?.toLowerCase() ?? "";
  if (!/^[a-z_]{1,50}\/[a-z_]{1,49}$/.test(topic) || shopDomain === "") throw fail("webhook_form_invalid");
  const triggeredAt = timeOf(onlyHeader(request, "x-shopify-triggered-at"), now);
  const bodyHash = createHash("sha256").update(body).digest();
  const webhookId = idOf(onlyHeader(request, "x-shopify-webhook-id"), topic, bodyHash);
  return { topic, shopDomain, webhookId, triggeredAt, bodyHash, payload: parseExactly(body) };
}

// A repeated header counts as none.
function onlyHeader({ raw }: FastifyRequest, name: string): string | undefined {
  const values = raw.headersDistinct[name] ?? [];
  if (values.length > 1) throw fail("webhook_signature_invalid");
  return values[0]?.trim();
}

async function readBody(body: Readable | undefined): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // Reads on without keeping, so that the sender of too much still gets the response.
  for await (const piece of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += piece.length;
    if (size > maxBytes) throw fail("request_too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function timeOf(header: string | undefined, now: number): Date | null {
  if (header === undefined) return null;
  const time = /^\d{4}-\d\d-\d\dT[\d:.]{5,25}(?:Z|[+-]\d\d:?\d\d)$/.test(header) ? Date.parse(header) : Number.NaN;
  if (!(now - time <= oldestMs && time - now <= maxAheadMs)) throw fail("webhook_out_of_time");
  return new Date(time);
}

function idOf(header: string | undefined, topic: string, bodyHash: Buffer): string {
  if (header === undefined) return `${topic} ${bodyHash.toString("base64url")}`;
  if (!/^[\w-]{1,100}$/.test(header)) throw fail("webhook_form_invalid");
  return header;
}

/** A number as written: the platform's ids are longer than a double is exact. */
type Context = { source?: string };

/** Parses JSON with every number as its text; fails for invalid JSON, or unreasonable nesting. */
function parseExactly(body: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, (_key, value: unknown, context?: Context) =>
      typeof value === "number" ? (context?.source ?? String(value)) : value,
    );
  } catch {
    // Not UTF-8, no JSON, or nested too deep to walk: the platform sends none of these.
    throw fail("webhook_form_invalid");
  }
}

/** What a webhook says has changed. The store is asked for its state, which only it knows. */
export type Resource = { kind: "order" | "customer"; id: string; isDeleted?: true };

const id = z.string().regex(/^[1-9]\d{0,19}$/);
const gid = (type: string) =>
  z
    .string()
    .max(100)
    .transform((text, context) => {
      const found = new RegExp(`^gid://shopify/${type}/([1-9]\\d{0,19})$`).exec(text)?.[1];
      if (found === undefined) context.addIssue("no such id");
      return found ?? "";
    });

const itself = z.object({ id });
const ofOrder = z.object({ order_id: id });

const orderItself = itself.transform((payload): Resource[] => [{ kind: "order", id: payload.id }]);
const deletedOrder = itself.transform((payload): Resource[] => [{ kind: "order", id: payload.id, isDeleted: true }]);
const itsOrder = ofOrder.transform((payload): Resource[] => [{ kind: "order", id: payload.order_id }]);
const editedOrder = z
  .object({ order_edit: ofOrder })
  .transform(({ order_edit }): Resource[] => [{ kind: "order", id: order_edit.order_id }]);
const customerItself = itself.transform((payload): Resource[] => [{ kind: "customer", id: payload.id }]);
const mergedCustomers = z
  .object({
    admin_graphql_api_customer_kept_id: gid("Customer"),
    admin_graphql_api_customer_deleted_id: gid("Customer"),
  })
  .transform((payload): Resource[] => [
    { kind: "customer", id: payload.admin_graphql_api_customer_deleted_id },
    { kind: "customer", id: payload.admin_graphql_api_customer_kept_id },
  ]);

const orders = ["create", "updated", "paid", "cancelled", "fulfilled", "partially_fulfilled"];
const customers = ["create", "update", "delete", "enable", "disable"];

const topics = new Map<string, z.ZodType<Resource[]>>([
  ...orders.map((action) => [`orders/${action}`, orderItself] as const),
  ["orders/delete", deletedOrder],
  ["orders/edited", editedOrder],
  ["fulfillments/create", itsOrder],
  ["fulfillments/update", itsOrder],
  ["fulfillment_events/create", itsOrder],
  ["fulfillment_events/delete", itsOrder],
  ["refunds/create", itsOrder],
  ...customers.map((action) => [`customers/${action}`, customerItself] as const),
  ["customers/merge", mergedCustomers],
]);

/**
 * What a webhook names. Nothing else of it counts, as topic and store are not signed: sending an old one again, or to
 * another store, only makes that store be asked. Empty for a topic about nothing stored here; null for a payload that
 * does not fit its topic.
 */
export function readNews(topic: string, payload: unknown): Resource[] | null {
  const shape = topics.get(topic);
  if (!shape) return [];
  return shape.safeParse(payload).data ?? null;
}

/** The topic of a change of what the app may do. It names no store, so the store that it is addressed to is asked. */
export const scopesTopic = "app/scopes_update";

/** The platform's requests, by topic. */
export type RequestTopic = "app/uninstalled" | "customers/data_request" | "customers/redact" | "shop/redact";

/** Whom a request is about, by the platform's numbers; stored until it is done. */
export const requestDetailsSchema = z.object({
  customer: z.object({ id: z.string().nullable(), email: z.string().nullable() }).nullable().default(null),
  orderIds: z.array(z.string()).default([]),
  /** The platform's number of a request for data. */
  number: z.string().nullable().default(null),
  /** When it was made, according to the platform. */
  triggeredAt: z.string().nullable().default(null),
});
export type RequestDetails = z.infer<typeof requestDetailsSchema>;

const orderIds = z.array(id).max(100_000).nullish();
const domain = z.string().max(300).toLowerCase();
/** As stored of a customer. */
const email = z
  .string()
  .max(320)
  .trim()
  .toLowerCase()
  .overwrite((text) => normalAddress(text) ?? text);
const customer = z.object({ id: id.nullish(), email: email.nullish() });

/**
 * A field that no body of the topic has: only the body is signed, so an intercepted one could be sent as another topic.
 */
const foreign = z.undefined().optional();
const nobody = { customer: null, orderIds: null, number: null };
const privacy = z.object({ shop_domain: domain, customer: customer.nullish() });
const shapes = {
  "app/uninstalled": z
    .object({ myshopify_domain: domain.nullish(), domain: domain.nullish() })
    .transform((shop) => ({ ...nobody, shopDomain: shop.myshopify_domain ?? shop.domain })),
  "customers/data_request": privacy
    .extend({ customer, orders_requested: orderIds, data_request: z.object({ id }).nullish() })
    .extend({ orders_to_redact: foreign })
    .refine((input) => "data_request" in input || "orders_requested" in input)
    .transform((input) => ({ ...common(input), orderIds: input.orders_requested, number: input.data_request?.id })),
  "customers/redact": privacy
    .extend({ customer, orders_to_redact: orderIds.unwrap(), orders_requested: foreign, data_request: foreign })
    .transform((input) => ({ ...common(input), orderIds: input.orders_to_redact, number: null })),
  "shop/redact": privacy
    .extend({ customer: foreign, orders_requested: foreign, orders_to_redact: foreign, data_request: foreign })
    .transform((input) => ({ ...nobody, shopDomain: input.shop_domain })),
} satisfies Record<RequestTopic, z.ZodType>;

function common({ shop_domain, customer }: z.infer<typeof privacy>) {
  return {
    shopDomain: shop_domain,
    customer: customer ? { id: customer.id ?? null, email: customer.email || null } : null,
  };
}

/** Whether a topic requests an action instead of reporting a change. */
export function isRequest(topic: string): topic is RequestTopic {
  return Object.hasOwn(shapes, topic);
}

/**
 * Reads a request; null unless its signed body names this store, as the store a webhook is addressed to is not signed.
 */
export function readRequest(topic: RequestTopic, shopDomain: string, payload: unknown): RequestDetails | null {
  const { data } = shapes[topic].safeParse(payload);
  if (!data || data.shopDomain !== shopDomain) return null;
  return { customer: data.customer, orderIds: data.orderIds ?? [], number: data.number ?? null, triggeredAt: null };
}
