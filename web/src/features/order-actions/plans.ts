import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { OrderLook, OrderPlan, PlanOf } from "@deskhand/contract/actions/action-parts";
import { fitted } from "./address/address-shape.ts";

/**
 * The plan with which a dialog opens: what is likeliest meant, and nothing that moves money by itself. From a ticket an answer follows, so that a mail of
 * Shopify's would be the second one; from the order alone it is the only one.
 */
export function beginPlan(kind: OrderActionKind, look: OrderLook, ticketId: string | null): OrderPlan {
  const isMailable = look.email !== null;
  const notify = isMailable && ticketId === null;
  switch (kind) {
    case "refund":
      return { kind, lines: [], withShipping: false, amount: null, reason: "", notify };
    case "cancel":
      return { kind, reason: "customer", note: "", restock: true, notify, refund: true };
    case "address":
      return { kind, address: beginAddress(look) };
    case "edit":
      return { kind, lines: [], added: [], notify, note: "" };
    case "draft":
      // The invoice is what the draft is for.
      return { kind, sendInvoice: isMailable };
    case "shipping_notice":
      return { kind, shipmentId: look.shipments.find(({ isCancelled }) => !isCancelled)?.shipmentId ?? "" };
    case "annotate":
      return { kind, addTags: [], removeTags: [], note: null };
  }
}

const noAddress = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  zip: null,
  city: null,
  provinceCode: null,
  phone: null,
};

/** The address that an order has, as its form takes it. */
export function beginAddress({ shippingAddress }: OrderLook): PlanOf<"address">["address"] {
  return { ...noAddress, ...shippingAddress, countryCode: shippingAddress?.countryCode ?? "" };
}

/** Whether there is anything to do, so that Shopify can be asked what it would come to. */
export function hasContent(plan: OrderPlan, look: OrderLook): boolean {
  switch (plan.kind) {
    case "refund":
      return plan.lines.length > 0 || plan.withShipping || (plan.amount ?? "").trim() !== "";
    case "edit":
      return plan.lines.length > 0 || plan.added.length > 0;
    case "address":
      return JSON.stringify(fitted(plan.address)) !== JSON.stringify(fitted(beginAddress(look)));
    case "shipping_notice":
      return plan.shipmentId !== "";
    case "annotate":
      return plan.addTags.length > 0 || plan.removeTags.length > 0 || plan.note !== null;
    default:
      return true;
  }
}

/** What to do first, where there is nothing to do yet. */
export const firstStep: Partial<Record<OrderActionKind, string>> = {
  refund: "Choose what to refund.",
  edit: "Change a quantity, or add an item.",
  address: "Change what is wrong.",
  annotate: "Change a tag or the note.",
};

/** The plan as it is sent: a decimal comma becomes a point, and an address has the fields of its country. */
export function planToSend(plan: OrderPlan): OrderPlan {
  if (plan.kind === "address") return { ...plan, address: fitted(plan.address) };
  if (plan.kind !== "refund" || plan.amount === null) return plan;
  const amount = plan.amount.trim().replace(",", ".");
  return { ...plan, amount: amount === "" ? null : amount };
}

/** What is missing before it can be done, by field; the server says the rest. */
export function lacksOf(plan: OrderPlan, look: OrderLook): Record<string, string> {
  if (plan.kind === "refund") {
    const most = new Map(look.lines.map(({ lineItemId, refundable }) => [lineItemId, refundable]));
    const over = plan.lines.filter(({ lineItemId, quantity }) => quantity > (most.get(lineItemId) ?? 0));
    return {
      ...Object.fromEntries(over.map(({ lineItemId }) => [`line.${lineItemId}`, onlyLeft(most.get(lineItemId) ?? 0)])),
      ...(plan.amount === null || plan.reason.trim() !== "" ? {} : { reason: "Say why it is another amount" }),
      ...(plan.amount === null || plan.amount.trim() !== "" ? {} : { amount: "Enter an amount such as 12.50" }),
    };
  }
  if (plan.kind === "address") {
    const { countryCode, address1, city } = plan.address;
    return {
      ...(countryCode === "" ? { "address.countryCode": "Choose a country" } : {}),
      ...(address1 ? {} : { "address.address1": "Enter a street" }),
      ...(city ? {} : { "address.city": "Enter a city" }),
    };
  }
  if (plan.kind === "edit") {
    const least = new Map(look.lines.map(({ lineItemId, quantity, unsent }) => [lineItemId, quantity - unsent]));
    const under = plan.lines.filter(({ lineItemId, quantity }) => quantity < (least.get(lineItemId) ?? 0));
    return Object.fromEntries(
      under.map(({ lineItemId }) => [`line.${lineItemId}`, `${least.get(lineItemId)} were sent already`]),
    );
  }
  return {};
}

const onlyLeft = (most: number) => (most === 0 ? "Nothing of it is left to refund" : `Only ${most} left to refund`);
