import { normalAddress } from "@deskhand/contract/addresses/address";
import * as z from "zod";

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

const id = z.string().regex(/^[1-9]\d{0,19}$/);
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
