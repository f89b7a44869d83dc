import type { BothAmounts, PlanOf } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { compareAmounts, exactWords, moneyWords, subtractAmounts } from "../amounts.ts";
import { bag, bagField } from "../store/money-bag.ts";
import { type LiveOrder, orderGid } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Preparing, Sending } from "./action-kind.ts";
import { titleOf } from "./check-lines.ts";
import { markedNote } from "./marked-note.ts";
import { noResult, notShown } from "./no-result.ts";
import { errorWords, sendOnce } from "./send.ts";

type Lines = { lineItemId: string; quantity: number; restock: boolean }[];
type Added = { variantId: string; quantity: number }[];
type Request = { lines: Lines; added: Added; notify: boolean; note: string; after: BothAmounts; lineIds: string[] };

const userErrors = z.array(z.object({ message: z.string() }));
const calculated = `calculatedOrder { id totalPriceSet ${bag} } userErrors { field message }`;
const calculatedSchema = z.object({
  calculatedOrder: z.object({ id: z.string(), totalPriceSet: bagField }).nullish(),
  userErrors,
});
type Calculated = z.output<typeof calculatedSchema>;

/** Begins an edit, which changes nothing until it is committed (shopify.dev: edit orders). */
export const beginEditQuery = {
  text: `mutation BeginEdit($id: ID!) { orderEditBegin(id: $id) { ${calculated} } }`,
  answer: z.object({ orderEditBegin: calculatedSchema }),
};

export const setQuantityQuery = {
  text: `mutation SetQuantity($edit: ID!, $line: ID!, $quantity: Int!, $restock: Boolean!) {
    orderEditSetQuantity(id: $edit, lineItemId: $line, quantity: $quantity, restock: $restock) { ${calculated} }
  }`,
  answer: z.object({ orderEditSetQuantity: calculatedSchema }),
};

export const addVariantQuery = {
  text: `mutation AddVariant($edit: ID!, $variant: ID!, $quantity: Int!) {
    orderEditAddVariant(id: $edit, variantId: $variant, quantity: $quantity, allowDuplicates: true) { ${calculated} }
  }`,
  answer: z.object({ orderEditAddVariant: calculatedSchema }),
};

export const commitEditQuery = {
  text: `mutation CommitEdit($edit: ID!, $notify: Boolean!, $note: String!) {
    orderEditCommit(id: $edit, notifyCustomer: $notify, staffNote: $note) {
      order { updatedAt } userErrors { field message }
    }
  }`,
  answer: z.object({
    orderEditCommit: z.object({ order: z.object({ updatedAt: z.string() }).nullish(), userErrors }),
  }),
};

type Staged = { editId: string; total: BothAmounts };

/** Stages an edit; fails with Shopify's words if it does not allow a part. */
async function stage(
  store: AdminApi,
  shopifyId: string,
  { lines, added }: { lines: Lines; added: Added },
): Promise<Staged> {
  const taken = ({ calculatedOrder, userErrors: errors }: Calculated): Staged => {
    if (!calculatedOrder || errors.length > 0) throw fail("order_action_impossible", { because: errorWords(errors) });
    return { editId: calculatedOrder.id, total: calculatedOrder.totalPriceSet };
  };
  let staged = taken((await store.ask(beginEditQuery, { id: orderGid(shopifyId) })).orderEditBegin);
  const edit = staged.editId;
  for (const { lineItemId, quantity, restock } of lines) {
    const line = `gid://shopify/CalculatedLineItem/${lineItemId}`;
    staged = taken((await store.ask(setQuantityQuery, { edit, line, quantity, restock })).orderEditSetQuantity);
  }
  for (const { variantId, quantity } of added) {
    const variant = `gid://shopify/ProductVariant/${variantId}`;
    staged = taken((await store.ask(addVariantQuery, { edit, variant, quantity })).orderEditAddVariant);
  }
  return { editId: edit, total: staged.total };
}

async function look({ request, read }: Looking<Request>): Promise<Done | NotShown> {
  const order = await read();
  return isEdited(order, request) ? edited(order.updatedAt) : notShown("The order does not have these items");
}

async function send({ id, shopifyId, request, store, claim }: Sending<Request>): Promise<Done> {
  const { editId, total } = await stage(store, shopifyId, request);
  if (exactWords(total) !== exactWords(request.after))
    return { end: "refused", answer: `Shopify computes another total now: ${moneyWords(total)}. Nothing was done` };
  await claim();
  const { orderEditCommit } = await sendOnce(store, commitEditQuery, {
    edit: editId,
    notify: request.notify,
    note: markedNote(request.note, id),
  });
  if (orderEditCommit.userErrors.length > 0) return { end: "refused", answer: errorWords(orderEditCommit.userErrors) };
  return edited(orderEditCommit.order?.updatedAt ?? null);
}

const edited = (at: string | null): Done => ({
  end: "done",
  answer: "The order's items are changed",
  result: { ...noResult, at },
});

/** Whether an order is as an edit leaves it: the quantities, and as many pieces on new lines as were added. */
function isEdited(order: LiveOrder, { lines, added, lineIds }: Request): boolean {
  const quantities = new Map(order.lines.map(({ lineItemId, quantity }) => [lineItemId, quantity]));
  const known = new Set(lineIds);
  const onNewLines = order.lines.reduce((sum, line) => sum + (known.has(line.lineItemId) ? 0 : line.quantity), 0);
  const wanted = added.reduce((sum, { quantity }) => sum + quantity, 0);
  return onNewLines === wanted && lines.every(({ lineItemId, quantity }) => quantities.get(lineItemId) === quantity);
}

function refusal(order: LiveOrder): string | null {
  if (order.cancelledAt) return "The order is cancelled";
  if (order.merchantEditable) return null;
  return order.merchantEditableErrors[0]?.slice(0, 200) ?? "Shopify does not let this order be changed";
}

async function prepare({ store }: Preparing, order: LiveOrder, plan: PlanOf<"edit">) {
  const lines = checkLines(order, plan);
  if (lines.length + plan.added.length === 0)
    throw fail("input_invalid", { fields: { "plan.lines": ["Nothing would change"] } });
  const { total: after } = await stage(store, order.shopifyId, { lines, added: plan.added });
  const before = order.currentTotalPriceSet;
  const sign = compareAmounts(after.amount, before.amount);
  const difference = sign >= 0 ? apart(after, before) : apart(before, after);
  const lineOf = new Map(order.lines.map((line) => [line.lineItemId, line]));
  return {
    // What the customer need not pay any more is given away like a refund.
    money: sign < 0 ? difference : null,
    words: `Change the items of ${order.name} (${moneyWords(before)} to ${moneyWords(after)})`,
    request: {
      lines,
      added: plan.added,
      notify: plan.notify,
      note: plan.note,
      after,
      lineIds: order.lines.map(({ lineItemId }) => lineItemId),
    },
    outcome: {
      kind: "edit" as const,
      before,
      after,
      balance: sign > 0 ? ("customer_pays" as const) : sign < 0 ? ("store_owes" as const) : ("nothing" as const),
      difference,
      lines: lines.flatMap(({ lineItemId, quantity, restock }) => {
        const line = lineOf.get(lineItemId);
        if (!line) return [];
        const isRestocked = restock && line.isRestockable && quantity < line.quantity;
        return [{ title: titleOf(line), from: line.quantity, to: quantity, isRestocked, price: line.price }];
      }),
    },
  };
}

function apart(a: BothAmounts, b: BothAmounts): BothAmounts {
  const shown = a.shown && b.shown ? { of: a.shown, less: b.shown } : null;
  return {
    amount: subtractAmounts(a.currency, a.amount, b.amount),
    currency: a.currency,
    shown: shown && {
      amount: subtractAmounts(shown.of.currency, shown.of.amount, shown.less.amount),
      currency: shown.of.currency,
    },
  };
}

/** The lines whose quantity changes; fails for one that there is not, and for pieces that were sent. */
function checkLines(order: LiveOrder, plan: PlanOf<"edit">): Lines {
  const seen = new Set<string>();
  return plan.lines.filter(({ lineItemId, quantity }) => {
    const line = order.lines.find((each) => each.lineItemId === lineItemId);
    if (!line || seen.has(lineItemId))
      throw fail("input_invalid", { fields: { "plan.lines": ["This line is not on the order"] } });
    seen.add(lineItemId);
    const sent = line.quantity - line.unsent;
    if (quantity < sent) {
      const words = `Of ${titleOf(line)}, ${sent} were sent already and cannot be taken off`;
      throw fail("input_invalid", { fields: { "plan.lines": [words] } });
    }
    return quantity !== line.quantity;
  });
}

export const editAction: ActionKind<"edit", Request> = { kind: "edit", refusal, prepare, send, look };
