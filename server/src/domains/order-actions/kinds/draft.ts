import type { BothAmounts, PlanOf } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { exactWords, moneyWords } from "../amounts.ts";
import { bag, bagField } from "../store/money-bag.ts";
import { type LiveOrder, orderGid } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Preparing, Sending } from "./action-kind.ts";
import { titleOf } from "./check-lines.ts";
import { markOf } from "./marked-note.ts";
import { noResult, notShown } from "./no-result.ts";
import { errorWords, LostAnswer, NotDone, sendOnce } from "./send.ts";

/** The total is what somebody saw: no invoice is sent for another one. */
type Request = { sendInvoice: boolean; total: BothAmounts };

const draft = `id legacyResourceId name createdAt invoiceUrl invoiceSentAt status tags
  totalPriceSet ${bag}`;
const draftSchema = z.object({
  id: z.string(),
  legacyResourceId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  invoiceUrl: z.string().nullish(),
  invoiceSentAt: z.string().nullish(),
  status: z.string(),
  tags: z.array(z.string()),
  totalPriceSet: bagField,
});
type Draft = z.output<typeof draftSchema>;
const userErrors = z.array(z.object({ message: z.string() }));

/** Makes a draft with an order's items, customer and address. It has no idempotency key. */
export const createDraftQuery = {
  text: `mutation DuplicateAsDraft($id: ID!) {
    draftOrderCreateFromOrder(orderId: $id) { draftOrder { ${draft} } userErrors { field message } }
  }`,
  answer: z.object({ draftOrderCreateFromOrder: z.object({ draftOrder: draftSchema.nullish(), userErrors }) }),
};

/** Marks a draft as that of an action. */
export const tagDraftQuery = {
  text: "mutation TagDraft($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { userErrors { field message } } }",
  answer: z.object({ tagsAdd: z.object({ userErrors }) }),
};

export const newestDraftsQuery = {
  text: `query NewestDrafts { draftOrders(first: 25, sortKey: ID, reverse: true) { nodes { ${draft} } } }`,
  answer: z.object({ draftOrders: z.object({ nodes: z.array(draftSchema) }) }),
};

export const sendInvoiceQuery = {
  text: `mutation SendInvoice($id: ID!) {
    draftOrderInvoiceSend(id: $id) { draftOrder { ${draft} } userErrors { field message } }
  }`,
  answer: z.object({ draftOrderInvoiceSend: z.object({ draftOrder: draftSchema.nullish(), userErrors }) }),
};

async function send({ id, shopifyId, request, store, claim, keepBegun }: Sending<Request>): Promise<Done> {
  await claim();
  const { draftOrderCreateFromOrder: answer } = await sendOnce(store, createDraftQuery, { id: orderGid(shopifyId) });
  const made = answer.draftOrder;
  if (!made) return { end: "refused", answer: errorWords(answer.userErrors) };
  await keepBegun(made.id);
  await mark(store, made, id);
  const ended = done(made, store.adminUrl);
  if (!request.sendInvoice || isInvoiced(made)) return ended;
  const otherSum = otherSumOf(made, request);
  if (otherSum !== null) return { ...ended, answer: otherSum };
  const because = await sendInvoice(store, made);
  if (typeof because !== "string") return done(because, store.adminUrl);
  return { ...ended, answer: `${ended.answer}. Its invoice was not sent: ${because}` };
}

/** Marks a draft as that of the action. The draft is made in any case. */
async function mark(store: AdminApi, { id }: Draft, actionId: string): Promise<void> {
  try {
    await sendOnce(store, tagDraftQuery, { id, tags: [markOf(actionId)] });
  } catch (error) {
    if (!(error instanceof NotDone || error instanceof LostAnswer)) throw error;
  }
}

/** Sends a draft's invoice; returns the draft then, or why it certainly was not sent. */
async function sendInvoice(store: AdminApi, { id }: Draft): Promise<Draft | string> {
  try {
    const { draftOrderInvoiceSend: sent } = await sendOnce(store, sendInvoiceQuery, { id });
    return sent.draftOrder ?? errorWords(sent.userErrors);
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    return error.message;
  }
}

async function look(looking: Looking<Request>): Promise<Done | NotShown> {
  const made = await findDraft(looking);
  if (!made) return notShown("Shopify does not show the draft");
  const ended = done(made, looking.store.adminUrl);
  if (!looking.request.sendInvoice || isInvoiced(made)) return ended;
  return notShown(`${ended.answer}, and Shopify does not show that its invoice was sent`);
}

const isInvoiced = ({ invoiceSentAt, status }: Draft) => Boolean(invoiceSentAt) || status === "INVOICE_SENT";

/** Why the invoice is not sent, if the draft costs another sum than the order, which somebody saw. */
function otherSumOf({ name, totalPriceSet: total }: Draft, request: Request): string | null {
  if (exactWords(total) === exactWords(request.total)) return null;
  const sums = `${moneyWords(total)} instead of ${moneyWords(request.total)}`;
  return `The draft ${name} is made. It costs ${sums}, so its invoice was not sent`;
}

/** The draft of an earlier try, by its id or its mark: one that is only like it may be somebody else's. */
async function findDraft({ id, store, begunThere }: Looking<Request>): Promise<Draft | undefined> {
  const { draftOrders } = await store.ask(newestDraftsQuery, {});
  return draftOrders.nodes.find((each) => each.id === begunThere || each.tags.includes(markOf(id)));
}

function done(made: Draft, adminUrl: string): Done & { end: "done" } {
  const isSent = isInvoiced(made);
  return {
    end: "done",
    answer: isSent ? `The draft ${made.name} is made, and its invoice sent` : `The draft ${made.name} is made`,
    result: {
      ...noResult,
      at: made.createdAt,
      draft: {
        name: made.name,
        adminUrl: `${adminUrl}/draft_orders/${made.legacyResourceId}`,
        invoiceUrl: made.invoiceUrl ?? null,
        isInvoiceSent: isSent,
        total: made.totalPriceSet,
      },
    },
  };
}

async function prepare(_context: Preparing, order: LiveOrder, plan: PlanOf<"draft">) {
  const email = order.email ?? null;
  if (plan.sendInvoice && email === null)
    throw fail("input_invalid", { fields: { "plan.sendInvoice": ["The order has no e-mail address to send it to"] } });
  const lines = order.lines.filter(({ quantity }) => quantity > 0);
  return {
    money: null,
    words: `Duplicate ${order.name} as a draft${plan.sendInvoice ? " and send its invoice" : ""} (${moneyWords(order.currentTotalPriceSet)})`,
    request: { sendInvoice: plan.sendInvoice, total: order.currentTotalPriceSet },
    outcome: {
      kind: "draft" as const,
      lines: lines.map((line) => ({ title: titleOf(line), quantity: line.quantity })),
      total: order.currentTotalPriceSet,
      invoiceTo: plan.sendInvoice ? email : null,
    },
  };
}

const refusal = (order: LiveOrder) =>
  order.lines.some(({ quantity }) => quantity > 0) ? null : "Nothing is left on the order";

export const draftAction: ActionKind<"draft", Request> = { kind: "draft", refusal, prepare, send, look };
