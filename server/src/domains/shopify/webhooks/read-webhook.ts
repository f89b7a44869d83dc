import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
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
