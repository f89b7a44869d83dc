import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { PlanOf } from "@deskhand/contract/actions/action-parts";
import { fail } from "../../../platform/fail.ts";
import { type LiveOrder, orderGid } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Preparing, Sending } from "./action-kind.ts";
import { updateOrderQuery } from "./address.ts";
import { noResult, notShown } from "./no-result.ts";
import { errorWords, sendOnce } from "./send.ts";

/** All tags that the order has then, and its whole note. */
type Request = { tags: string[]; note: string };

async function look({ request, read }: Looking<Request>): Promise<Done | NotShown> {
  const order = await read();
  const isThere = isSame(order.tags, request.tags) && plain(order.note ?? "") === plain(request.note);
  return isThere ? changed(order.updatedAt) : notShown("The order does not have these tags and this note");
}

async function send({ shopifyId, request, store, claim }: Sending<Request>): Promise<Done> {
  await claim();
  const input = { id: orderGid(shopifyId), tags: request.tags, note: request.note };
  const { orderUpdate } = await sendOnce(store, updateOrderQuery, { input });
  if (orderUpdate.userErrors.length > 0) return { end: "refused", answer: errorWords(orderUpdate.userErrors) };
  return changed(orderUpdate.order?.updatedAt ?? null);
}

const changed = (at: string | null): Done => ({
  end: "done",
  answer: "The order's tags and note are changed",
  result: { ...noResult, at },
});

/** Without what Shopify may write in another way: spaces around it, and ends of lines. */
const plain = (text: string) => text.replace(/\r\n?/g, "\n").trim();
/** Shopify keeps one of several tags that differ only in case. */
const folded = (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].sort().join("\n");
const isSame = (a: readonly string[], b: readonly string[]) => folded(a) === folded(b);

async function prepare(_context: Preparing, order: LiveOrder, plan: PlanOf<"annotate">) {
  const has = new Set(order.tags.map((tag) => tag.toLowerCase()));
  // A comma separates tags at Shopify.
  if (plan.addTags.some((tag) => tag.includes(",")))
    throw fail("input_invalid", { fields: { "plan.addTags": ["A tag has no comma"] } });
  const added = [...new Set(plan.addTags)].filter((tag) => !has.has(tag.toLowerCase()));
  const gone = new Set(plan.removeTags.map((tag) => tag.toLowerCase()));
  const removed = order.tags.filter((tag) => gone.has(tag.toLowerCase()));
  const before = order.note ?? "";
  const note = plan.note ?? before;
  if (added.length + removed.length === 0 && note === before)
    throw fail("input_invalid", { fields: { plan: ["Nothing would change"] } });
  const tags = [...order.tags.filter((tag) => !gone.has(tag.toLowerCase())), ...added];
  if (tags.length > actionLimits.tagsOnOrder)
    throw fail("input_invalid", { fields: { "plan.addTags": ["An order has at most 250 tags"] } });
  return {
    money: null,
    words: wordsOf(order, { added, removed, isNoted: note !== before }),
    request: { tags, note },
    outcome: {
      kind: "annotate" as const,
      tags,
      added,
      removed,
      note: note === before ? null : { from: order.note || null, to: note || null },
    },
  };
}

function wordsOf(
  { name }: LiveOrder,
  { added, removed, isNoted }: { added: string[]; removed: string[]; isNoted: boolean },
): string {
  const parts = [
    ...(added.length > 0 ? [`add ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`remove ${removed.join(", ")}`] : []),
  ];
  const tags = parts.length > 0 ? `Tags of ${name}: ${parts.join(", ")}` : "";
  if (!isNoted) return tags.slice(0, 400);
  return tags === "" ? `Change the note of ${name}` : `${tags.slice(0, 380)}, and change its note`;
}

export const annotateAction: ActionKind<"annotate", Request> = {
  kind: "annotate",
  refusal: () => null,
  prepare,
  send,
  look,
};
