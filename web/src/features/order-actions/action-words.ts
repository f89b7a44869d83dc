import type { AboveLimit, OrderDifference } from "@deskhand/contract/actions/action-errors";
import type { OrderActionState } from "@deskhand/contract/actions/action-kinds";
import type { BothAmounts, OrderOutcome } from "@deskhand/contract/actions/action-parts";
import { counted, formatMoney } from "../../lib/format.ts";
import type { Tone } from "../../ui/tone.ts";

/** "€45.90", and where the customer paid in another currency "€45.90 ($49.10)". */
export function bothText({ amount, currency, shown }: BothAmounts): string {
  const own = formatMoney(amount, currency);
  return shown === null ? own : `${own} (${formatMoney(shown.amount, shown.currency)})`;
}

/** Whether an amount is nothing, whatever its decimals. */
export const isNothing = ({ amount }: Pick<BothAmounts, "amount">): boolean => !/[1-9]/.test(amount);

/** Each state of an action: its word, its colour and what it means for who did it. */
export const stateWords: Record<OrderActionState, { label: string; tone: Tone; says: string }> = {
  waiting: {
    label: "Waits for approval",
    tone: "amber",
    says: "A colleague has to approve it. Who may do so was told.",
  },
  declined: { label: "Declined", tone: "grey", says: "It was not approved, and nothing was done." },
  ended: { label: "Not done", tone: "grey", says: "Nobody can approve it any more, and nothing was done." },
  planned: { label: "Planned", tone: "blue", says: "It goes to Shopify in a moment." },
  sent: { label: "On its way", tone: "blue", says: "Shopify was asked, and has not answered yet." },
  looking: {
    label: "Looking",
    tone: "amber",
    says: "We do not know yet whether Shopify did it – we are looking.",
  },
  done: { label: "Done", tone: "green", says: "Shopify did it." },
  refused: { label: "Refused", tone: "red", says: "Shopify refused it, and nothing was done." },
  unknown: {
    label: "Unknown",
    tone: "red",
    says: "Nobody could find out whether Shopify did it. Look at the order in Shopify before you do it again.",
  },
};

const differs: Record<OrderDifference["what"], string> = {
  cancelled: "Cancelled",
  paid: "Paid",
  refunded: "Refunded",
  shipped: "Shipped",
  items: "Items",
  address: "Shipping address",
  tags: "Tags",
  note: "Note",
  amount: "Amount",
};

/** "Refunded: €0.00, now €20.00". */
export function differenceText({ what, from, to }: OrderDifference): string {
  const name = differs[what];
  if (from === null && to === null) return `${name}: changed`;
  if (from === null) return `${name}: ${to}`;
  return to === null ? `${name}: no longer ${from}` : `${name}: ${from}, now ${to}`;
}

/** Says which limit an action is above, such as "More than €200.00 at once". */
export function aboveText({ why, limit, used, currency }: AboveLimit): string {
  const most = limit === null ? "what is allowed" : currency === null ? limit : money(limit, currency);
  const spent = used === null || currency === null ? "" : `, of which ${money(used, currency)} were used`;
  switch (why) {
    case "each":
      return `More than ${most} at once`;
    case "day":
      return `More than ${most} within 24 hours${spent}`;
    case "times":
      return `More than ${most} of this kind within 24 hours`;
    case "asks":
      return "Each one needs a colleague’s approval";
  }
}

/** An amount in its currency; as it is, if it is no number. */
function money(amount: string, currency: string): string {
  const number = Number(amount);
  return Number.isFinite(number) ? formatMoney(number, currency) : amount;
}

/** What the button says that does it: it names the amount. */
export function buttonText(outcome: OrderOutcome): string {
  switch (outcome.kind) {
    case "refund":
      return `Refund ${bothText(outcome.amount)}`;
    case "cancel":
      return outcome.refund === null || isNothing(outcome.refund)
        ? "Cancel order"
        : `Cancel order, refund ${bothText(outcome.refund)}`;
    case "address":
      return "Change address";
    case "edit":
      return outcome.balance === "customer_pays"
        ? `Change items, ${bothText(outcome.difference)} to pay`
        : outcome.balance === "store_owes"
          ? `Change items, ${bothText(outcome.difference)} less`
          : "Change items";
    case "draft":
      return outcome.invoiceTo === null ? "Make draft" : "Make draft and send invoice";
    case "shipping_notice":
      return "Send shipping notice";
    case "annotate":
      return "Save tags and note";
  }
}

/** Says in a sentence or two what will happen to money and stock. */
export function outcomeText(outcome: OrderOutcome): string {
  switch (outcome.kind) {
    case "refund":
      return `${refundText(outcome)} ${stockText(outcome.stock)}`;
    case "cancel":
      return cancelText(outcome);
    case "address":
      return outcome.changed.length === 0
        ? "This is the address that the order has."
        : "The order gets this address. No money and no stock moves.";
    case "edit":
      return editText(outcome);
    case "draft":
      return `A draft with ${counted(sum(outcome.lines), "item")} is made; this order cost ${bothText(outcome.total)}. ${
        outcome.invoiceTo === null ? "No invoice is sent." : `Shopify mails the invoice to ${outcome.invoiceTo}.`
      } Nothing is paid and no stock moves until the customer pays.`;
    case "shipping_notice":
      return outcome.to === null
        ? "Shopify knows no address to mail."
        : `Shopify mails “Shipping update” with ${outcome.parcels.length > 1 ? "the same numbers and links" : "the same number and link"} to ${outcome.to}. No money and no stock moves.`;
    case "annotate":
      return annotateText(outcome);
  }
}

type OutcomeOf<K extends OrderOutcome["kind"]> = Extract<OrderOutcome, { kind: K }>;

function refundText({ amount, payments }: OutcomeOf<"refund">): string {
  if (isNothing(amount)) return "No money goes back.";
  const ways = payments
    .filter((payment) => !isNothing(payment.amount))
    .map((payment) => `${bothText(payment.amount)} to ${payment.isGiftCard ? "a gift card" : payment.gateway}`);
  const [only] = ways;
  if (ways.length === 1 && only !== undefined) return `${only.replace(" to ", " goes back to ")}.`;
  return `${bothText(amount)} goes back${ways.length > 1 ? `: ${ways.join(", ")}` : ""}.`;
}

function stockText(stock: OutcomeOf<"refund">["stock"]): string {
  const back = stock.filter(({ restock, isCounted }) => restock !== "none" && isCounted);
  if (back.length === 0) return "Nothing goes back into stock.";
  const named = back.slice(0, 3).map(({ title, quantity, location }) => {
    const place = location === null ? "" : ` at ${location}`;
    return `${quantity} × ${title}${place}`;
  });
  const others = back.slice(3);
  const more = others.length === 0 ? "" : ` and ${sum(others)} more`;
  return `Back into stock: ${named.join(", ")}${more}.`;
}

function cancelText({ refund, isPaymentLetGo, restocked, sent }: OutcomeOf<"cancel">): string {
  const money =
    refund !== null && !isNothing(refund)
      ? `${bothText(refund)} goes back.`
      : isPaymentLetGo
        ? "The authorized payment is let go."
        : "No money goes back.";
  const stock = restocked === 0 ? "Nothing goes back into stock." : `${counted(restocked, "piece")} back into stock.`;
  const left = sent === 0 ? "" : ` ${counted(sent, "piece")} ${sent === 1 ? "was" : "were"} sent already.`;
  return `The order is cancelled, which cannot be undone. ${money} ${stock}${left}`;
}

function editText({ before, after, balance, difference, lines }: OutcomeOf<"edit">): string {
  const sums = `The order goes from ${bothText(before)} to ${bothText(after)}.`;
  const owed = {
    customer_pays: ` The customer has ${bothText(difference)} more to pay.`,
    store_owes: ` You owe the customer ${bothText(difference)}, which is refunded separately.`,
    nothing: " Nobody owes anything.",
  }[balance];
  const back = lines.reduce((pieces, { from, to, isRestocked }) => pieces + (isRestocked ? from - to : 0), 0);
  return `${sums}${owed} ${back > 0 ? `${counted(back, "piece")} back into stock.` : "Nothing goes back into stock."}`;
}

function annotateText({ added, removed, note }: OutcomeOf<"annotate">): string {
  const parts = [
    ...(added.length > 0 ? [`adds ${quoted(added)}`] : []),
    ...(removed.length > 0 ? [`removes ${quoted(removed)}`] : []),
    ...(note === null ? [] : [note.to ? "changes the note" : "removes the note"]),
  ];
  return parts.length === 0 ? "Nothing changes." : `This ${parts.join(", ")}. The customer sees none of it.`;
}

const quoted = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(", ");
const sum = (lines: readonly { quantity: number }[]) => lines.reduce((all, { quantity }) => all + quantity, 0);
