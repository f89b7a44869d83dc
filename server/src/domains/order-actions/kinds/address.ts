import type { PlanOf, ShippingAddress } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import { type LiveOrder, orderGid } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Preparing, Sending } from "./action-kind.ts";
import { noResult, notShown } from "./no-result.ts";
import { errorWords, sendOnce } from "./send.ts";

type Request = { address: ShippingAddress };

/** Changes fields of an order; setting the same again changes nothing. */
export const updateOrderQuery = {
  text: `mutation UpdateOrder($input: OrderInput!) {
    orderUpdate(input: $input) { order { updatedAt } userErrors { field message } }
  }`,
  answer: z.object({
    orderUpdate: z.object({
      order: z.object({ updatedAt: z.string() }).nullish(),
      userErrors: z.array(z.object({ message: z.string() })),
    }),
  }),
};

const fields = [
  ...(["firstName", "lastName", "company", "address1", "address2", "zip", "city", "provinceCode"] as const),
  ...(["countryCode", "phone"] as const),
];
type Known = LiveOrder["shippingAddress"];

/** The names of the fields that differ; an empty one is none. */
function differing(before: Known | ShippingAddress, after: ShippingAddress): string[] {
  return fields.filter((field) => (before?.[field] || null) !== (after[field] || null));
}

/** A field without what Shopify may write in another way: case, spaces, a phone number's marks, the country before a province. */
function plain(field: (typeof fields)[number], value: string | null | undefined): string {
  const text = (value ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, field === "zip" ? "" : " ")
    .trim();
  if (field === "phone") return text.replace(/\D/g, "").replace(/^0+/, "");
  return field === "provinceCode" ? text.replace(/^[a-z]{2}-/, "") : text;
}

/** Whether an order has the address that was sent, as Shopify may have written it. */
function has(order: LiveOrder, { address }: Request): boolean {
  return fields.every((field) => {
    const [now, sent] = [plain(field, order.shippingAddress?.[field]), plain(field, address[field])];
    // Shopify writes the country's code before a number.
    return now === sent || (field === "phone" && sent.length > 5 && now.endsWith(sent));
  });
}

async function look({ request, read }: Looking<Request>): Promise<Done | NotShown> {
  const order = await read();
  return has(order, request) ? changed(order.updatedAt) : notShown("The order does not have the new address");
}

async function send({ shopifyId, request, store, claim }: Sending<Request>): Promise<Done> {
  await claim();
  const input = { id: orderGid(shopifyId), shippingAddress: request.address };
  const { orderUpdate } = await sendOnce(store, updateOrderQuery, { input });
  if (orderUpdate.userErrors.length > 0) return { end: "refused", answer: errorWords(orderUpdate.userErrors) };
  return changed(orderUpdate.order?.updatedAt ?? null);
}

const changed = (at: string | null): Done => ({
  end: "done",
  answer: "The shipping address is changed",
  result: { ...noResult, at },
});

function refusal(order: LiveOrder): string | null {
  if (order.cancelledAt) return "The order is cancelled";
  if (order.lines.length > 0 && order.lines.every(({ unsent }) => unsent === 0))
    return "Everything was sent already, so another address would change nothing";
  return null;
}

async function prepare(_context: Preparing, order: LiveOrder, { address }: PlanOf<"address">) {
  const before = order.shippingAddress ?? null;
  const changedFields = differing(before, address);
  if (changedFields.length === 0)
    throw fail("input_invalid", { fields: { "plan.address": ["This is the order's address already"] } });
  if (!address.address1 || !address.city)
    throw fail("input_invalid", { fields: { "plan.address": ["Enter a street and a city"] } });
  return {
    money: null,
    words: `Change the shipping address of ${order.name}`,
    request: { address },
    outcome: { kind: "address" as const, before, after: address, changed: changedFields },
  };
}

export const addressAction: ActionKind<"address", Request> = { kind: "address", refusal, prepare, send, look };
