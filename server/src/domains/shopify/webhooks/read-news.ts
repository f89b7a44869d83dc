import * as z from "zod";

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
