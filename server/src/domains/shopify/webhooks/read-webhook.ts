import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { normalAddress } from "@deskhand/contract/addresses/address";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import { isSignedWebhook } from "../../../platform/shopify/signatures.ts";

/** The body of a webhook, in bytes: an order of 500 lines has about one million. */
const mostBytes = 5 * 1024 * 1024;

/** The platform tries for four hours to deliver one, and clocks differ a little (shopify.dev: HTTPS delivery, retries). */
const oldestMs = 48 * 3_600_000;
const mostAheadMs = 15 * 60_000;

/** A webhook that the platform signed. Only its body is covered by the signature: its headers are no proof of anything. */
export type Webhook = {
  /** As `orders/updated`. */
  topic: string;
  shopDomain: string;
  /** The platform's id of this delivery, the same each time it is tried; what has none is known by its bytes. */
  webhookId: string;
  /** When the platform says that it happened. */
  triggeredAt: Date | null;
  bodyHash: Buffer;
  payload: unknown;
};

/**
 * Reads a webhook of the platform (docs/product.md#store-webhooks). Nothing is parsed or looked up before the signature of the
 * bytes is known to be good. Fails with what is wrong with it.
 */
export async function readWebhook(request: FastifyRequest, secret: string, now: number): Promise<Webhook> {
  const signature = onlyHeader(request, "x-shopify-hmac-sha256") ?? "";
  // Whatever is not of this form is wrong before a byte of the body was taken.
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

// What stands there twice is nobody's word.
function onlyHeader({ raw }: FastifyRequest, name: string): string | undefined {
  const values = raw.headersDistinct[name] ?? [];
  if (values.length > 1) throw fail("webhook_signature_invalid");
  return values[0]?.trim();
}

async function readBody(body: Readable | undefined): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // Who sends too much is still to be told.
  for await (const piece of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += piece.length;
    if (size > mostBytes) throw fail("request_too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function timeOf(header: string | undefined, now: number): Date | null {
  if (header === undefined) return null;
  const time = /^\d{4}-\d\d-\d\dT[\d:.]{5,25}(?:Z|[+-]\d\d:?\d\d)$/.test(header) ? Date.parse(header) : Number.NaN;
  if (!(now - time <= oldestMs && time - now <= mostAheadMs)) throw fail("webhook_out_of_time");
  return new Date(time);
}

function idOf(header: string | undefined, topic: string, bodyHash: Buffer): string {
  if (header === undefined) return `${topic} ${bodyHash.toString("base64url")}`;
  if (!/^[\w-]{1,100}$/.test(header)) throw fail("webhook_form_invalid");
  return header;
}

/** A number as it is written: the platform's ids are longer than a double is exact. */
type Context = { source?: string };

/** Reads JSON with every number as the text that stands there; fails for what is no JSON, or is nested beyond reason. */
function parseExactly(body: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, (_key, value: unknown, context?: Context) =>
      typeof value === "number" ? (context?.source ?? String(value)) : value,
    );
  } catch {
    // Not UTF-8, no JSON, or nested so deep that nobody can walk through it: the platform sends none of these.
    throw fail("webhook_form_invalid");
  }
}

/** What a webhook says has changed: what is asked of the store, which alone knows how it is now. */
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
 * What a webhook names. Nothing else of it counts, as its topic and its store are not signed: whoever sends an old one once
 * more, or to another store, makes that store be asked about something, and nothing else. Empty for a topic that tells nothing
 * of what is kept here; null for a payload that is not one of its topic.
 */
export function readNews(topic: string, payload: unknown): Resource[] | null {
  const shape = topics.get(topic);
  if (!shape) return [];
  return shape.safeParse(payload).data ?? null;
}

/** What the platform asks to be done, by topic. */
export type RequestTopic = "app/uninstalled" | "customers/data_request" | "customers/redact" | "shop/redact";

/** Whom a request is about, by the platform's numbers; kept until it is done. */
export const requestDetailsSchema = z.object({
  customer: z.object({ id: z.string().nullable(), email: z.string().nullable() }).nullable().default(null),
  orderIds: z.array(z.string()).default([]),
  /** The platform's number of a request for data. */
  number: z.string().nullable().default(null),
  /** When the platform says that it was made. */
  triggeredAt: z.string().nullable().default(null),
});
export type RequestDetails = z.infer<typeof requestDetailsSchema>;

const orderIds = z.array(id).max(100_000).nullish();
const domain = z.string().max(300).toLowerCase();
/** As it is kept of a customer. */
const email = z
  .string()
  .max(320)
  .trim()
  .toLowerCase()
  .overwrite((text) => normalAddress(text) ?? text);
const customer = z.object({ id: id.nullish(), email: email.nullish() });

/** What stands in no body of the topic: only the body is signed, so that whoever caught one can send it as another topic. */
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
    .refine((asked) => "data_request" in asked || "orders_requested" in asked)
    .transform((asked) => ({ ...common(asked), orderIds: asked.orders_requested, number: asked.data_request?.id })),
  "customers/redact": privacy
    .extend({ customer, orders_to_redact: orderIds.unwrap(), orders_requested: foreign, data_request: foreign })
    .transform((asked) => ({ ...common(asked), orderIds: asked.orders_to_redact, number: null })),
  "shop/redact": privacy
    .extend({ customer: foreign, orders_requested: foreign, orders_to_redact: foreign, data_request: foreign })
    .transform((asked) => ({ ...nobody, shopDomain: asked.shop_domain })),
} satisfies Record<RequestTopic, z.ZodType>;

function common({ shop_domain, customer }: z.infer<typeof privacy>) {
  return {
    shopDomain: shop_domain,
    customer: customer ? { id: customer.id ?? null, email: customer.email || null } : null,
  };
}

/** Whether a topic asks for something to be done, instead of telling what changed. */
export function isRequest(topic: string): topic is RequestTopic {
  return Object.hasOwn(shapes, topic);
}

/**
 * What a request asks for; null unless its body, which is signed, says that it is about this store: which store a webhook is
 * delivered to is not signed.
 */
export function readRequest(topic: RequestTopic, shopDomain: string, payload: unknown): RequestDetails | null {
  const { data } = shapes[topic].safeParse(payload);
  if (!data || data.shopDomain !== shopDomain) return null;
  return { customer: data.customer, orderIds: data.orderIds ?? [], number: data.number ?? null, triggeredAt: null };
}
