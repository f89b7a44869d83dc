import * as z from "zod";
import { id, money, oneLine, timestamp, trimmedText, typedText } from "../page.ts";
import { aboveSchema } from "./action-errors.ts";
import { orderActionKinds, orderActionStates, restockKinds } from "./action-kinds.ts";
import { actionLimits as limits } from "./action-limits.ts";

/** An id that Shopify gave, such as a line's: digits only. */
const storeId = z.string().regex(/^[1-9]\d{0,19}$/, "Choose one of the list");

/** A positive amount as people type it: digits with a point, exact. */
export const typedAmount = z
  .string({ error: "Enter an amount such as 12.50" })
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,3})?$/, "Enter an amount such as 12.50");

/** An amount in the store's currency, and in the customer's where that is another one. */
const bothAmounts = z.object({
  amount: money,
  currency: z.string(),
  shown: z.object({ amount: money, currency: z.string() }).nullable(),
});
export type BothAmounts = z.infer<typeof bothAmounts>;

const addressField = typedText().overwrite(oneLine).max(limits.addressFieldLength, "This is too long").nullable();

/** A shipping address as Shopify takes it. A country that has provinces wants one; Shopify's own words say so. */
const shippingAddressSchema = z.object({
  firstName: addressField,
  lastName: addressField,
  company: addressField,
  address1: addressField,
  address2: addressField,
  zip: addressField,
  city: addressField,
  /** The province's code, such as "CA"; null where the country has none. */
  provinceCode: addressField,
  /** Two letters, such as "JP". */
  countryCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Choose a country"),
  phone: addressField,
});
export type ShippingAddress = z.infer<typeof shippingAddressSchema>;

const reason = typedText().overwrite(oneLine).max(limits.actionReasonLength, "The reason is too long");
const pieces = z.number().int().max(limits.piecesOfLine, "These are too many");

const refundPlan = z.object({
  kind: z.literal("refund"),
  /** Which pieces, and where they go; none for a refund of shipping or of an amount alone. */
  lines: z
    .array(
      z.object({
        lineItemId: storeId,
        quantity: pieces.min(1, "Refund at least one piece"),
        restock: z.enum(restockKinds),
        /** Where they are put; null for the place that Shopify suggests. */
        locationId: storeId.nullable().default(null),
      }),
    )
    .max(limits.linesInAction, "These are too many lines"),
  /** Whether what is left of the shipping costs is refunded too. */
  withShipping: z.boolean(),
  /** Another amount than Shopify suggests, in the currency that the customer paid in; null for the suggestion. It needs a reason. */
  amount: typedAmount.nullable(),
  /** For the store's staff, at Shopify and in the trail. */
  reason: reason.default(""),
  /** Whether Shopify mails the customer. */
  notify: z.boolean(),
});

const cancelPlan = z.object({
  kind: z.literal("cancel"),
  reason: z.enum(["customer", "declined", "fraud", "inventory", "staff", "other"]),
  /** For the store's staff. */
  note: reason.default(""),
  restock: z.boolean(),
  notify: z.boolean(),
  /** Whether all that was paid and is left goes back; an authorized payment is let go in any case. */
  refund: z.boolean(),
});

const addressPlan = z.object({ kind: z.literal("address"), address: shippingAddressSchema });

const editPlan = z.object({
  kind: z.literal("edit"),
  /** The new quantities of lines, 0 to remove one; lines that are not named stay. */
  lines: z
    .array(
      z.object({
        lineItemId: storeId,
        quantity: pieces.min(0, "There is no quantity below 0"),
        /** Whether pieces that are taken off go back into stock. */
        restock: z.boolean(),
      }),
    )
    .max(limits.linesInAction, "These are too many lines"),
  /** Products to add, found by `orderActions.variants`. */
  added: z
    .array(z.object({ variantId: storeId, quantity: pieces.min(1, "Add at least one piece") }))
    .max(limits.linesInAction, "These are too many lines"),
  notify: z.boolean(),
  note: reason.default(""),
});

const draftPlan = z.object({
  kind: z.literal("draft"),
  /** Whether Shopify mails the invoice, with its link to pay, to the order's address. */
  sendInvoice: z.boolean(),
});

/**
 * Shopify has no request that sends a shipping confirmation again. What it has: saving a parcel's tracking once more with "notify the customer",
 * by which the customer gets the mail "Shipping update" with the same number and link. That is what this does.
 */
const noticePlan = z.object({ kind: z.literal("shipping_notice"), shipmentId: storeId });

const orderTag = trimmedText("Tag", limits.orderTagLength, "A tag cannot be empty").overwrite(oneLine);
const annotatePlan = z.object({
  kind: z.literal("annotate"),
  addTags: z.array(orderTag).max(limits.tagsOnOrder, "These are too many tags"),
  removeTags: z.array(orderTag).max(limits.tagsOnOrder, "These are too many tags"),
  /** The order's whole new note, which the store's staff see; null leaves it as it is, "" removes it. */
  note: typedText().max(limits.orderNoteLength, "The note is too long (maximum 5,000 characters)").nullable(),
});

/** What is to be done to an order. */
export const planSchema = z.discriminatedUnion("kind", [
  refundPlan,
  cancelPlan,
  addressPlan,
  editPlan,
  draftPlan,
  noticePlan,
  annotatePlan,
]);
export type OrderPlan = z.infer<typeof planSchema>;
export type PlanOf<K extends OrderPlan["kind"]> = Extract<OrderPlan, { kind: K }>;

/**
 * Whether an action can be chosen. `may`: yes, within one's limits; `asks`: a colleague has to approve each; `no`: not now, and `because` says in a
 * sentence why (the order is cancelled, nothing was paid, …), which the screen shows on the button.
 */
const offeredSchema = z.object({
  kind: z.enum(orderActionKinds),
  state: z.enum(["may", "asks", "no"]),
  because: z.string().nullable(),
});
export type OfferedAction = z.infer<typeof offeredSchema>;

/** An order as Shopify has it at this moment, with all that the dialogs of actions choose from. */
export const orderLookSchema = z.object({
  orderId: id,
  name: z.string(),
  /** What was looked at, in short. It goes into a preview and an action, which are refused if it no longer holds. */
  version: z.string(),
  readAt: timestamp,
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string().nullable(),
  cancelledAt: timestamp.nullable(),
  total: bothAmounts,
  refunded: bothAmounts,
  received: bothAmounts,
  /** What the customer still has to pay. */
  outstanding: bothAmounts,
  /** All lines, in the order's sequence; those of which nothing is left too. */
  lines: z.array(
    z.object({
      lineItemId: z.string(),
      title: z.string(),
      variantTitle: z.string().nullable(),
      sku: z.string().nullable(),
      /** Pieces that are now on the order. */
      quantity: z.number().int(),
      /** Pieces that can still be refunded, and those that were not sent: only these can be taken off. */
      refundable: z.number().int(),
      unsent: z.number().int(),
      /** Whether its stock is counted, so that pieces can be put back. */
      isRestockable: z.boolean(),
      isGiftCard: z.boolean(),
      /** One piece, after discounts. */
      price: bothAmounts,
    }),
  ),
  /** The shipping costs, and how much of them can still be refunded. */
  shipping: z.object({ charged: bothAmounts, refundable: bothAmounts }),
  /** What can go back to each payment, in the order in which Shopify takes them. */
  payments: z.array(z.object({ gateway: z.string(), isGiftCard: z.boolean(), refundable: bothAmounts })),
  /** Where goods can be put back; empty if Shopify does not let us read the places, and then a refund puts none back. */
  locations: z.array(z.object({ locationId: z.string(), name: z.string() })),
  shippingAddress: shippingAddressSchema.extend({ countryCode: z.string().nullable() }).nullable(),
  /** Whom Shopify would mail; null for nobody. */
  email: z.string().nullable(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  shipments: z.array(
    z.object({
      shipmentId: z.string(),
      parcels: z.array(z.object({ number: z.string().nullable(), company: z.string().nullable() })),
      isCancelled: z.boolean(),
    }),
  ),
  offers: z.array(offeredSchema),
});
export type OrderLook = z.infer<typeof orderLookSchema>;

const refundPreview = z.object({
  kind: z.literal("refund"),
  /** What goes back if this is done, and what Shopify suggests for the chosen lines and shipping. */
  amount: bothAmounts,
  suggested: bothAmounts,
  /** The most that can be refunded at this moment. */
  most: bothAmounts,
  /** What the suggestion is made of; the tax is in the items where prices have it in them. */
  parts: z.object({ items: bothAmounts, tax: bothAmounts, shipping: bothAmounts }),
  payments: z.array(z.object({ gateway: z.string(), isGiftCard: z.boolean(), amount: bothAmounts })),
  stock: z.array(
    z.object({
      title: z.string(),
      quantity: z.number().int(),
      restock: z.enum(restockKinds),
      /** Null if they are not put back. */
      location: z.string().nullable(),
      /** False for goods whose stock the store does not count: nothing changes there. */
      isCounted: z.boolean(),
    }),
  ),
});

const cancelPreview = z.object({
  kind: z.literal("cancel"),
  /** What goes back; null if nothing is refunded. */
  refund: bothAmounts.nullable(),
  /** Whether an authorized payment is let go. */
  isPaymentLetGo: z.boolean(),
  /** Pieces that go back into stock, and those that were sent already. */
  restocked: z.number().int(),
  sent: z.number().int(),
});

const addressPreview = z.object({
  kind: z.literal("address"),
  before: shippingAddressSchema.extend({ countryCode: z.string().nullable() }).nullable(),
  after: shippingAddressSchema,
  /** The names of the fields that differ. */
  changed: z.array(z.string()),
});

const editPreview = z.object({
  kind: z.literal("edit"),
  before: bothAmounts,
  after: bothAmounts,
  /** The difference: what the customer has to pay, or what the store owes, which is refunded separately; "nothing" for neither. */
  balance: z.enum(["customer_pays", "store_owes", "nothing"]),
  difference: bothAmounts,
  lines: z.array(
    z.object({
      title: z.string(),
      from: z.number().int(),
      to: z.number().int(),
      isRestocked: z.boolean(),
      price: bothAmounts,
    }),
  ),
});

const draftPreview = z.object({
  kind: z.literal("draft"),
  lines: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
  /** What the order cost; Shopify may compute another sum for the draft, such as by new prices. */
  total: bothAmounts,
  /** Whom the invoice goes to; null if none is sent. */
  invoiceTo: z.string().nullable(),
});

const noticePreview = z.object({
  kind: z.literal("shipping_notice"),
  to: z.string().nullable(),
  parcels: z.array(z.object({ number: z.string().nullable(), company: z.string().nullable() })),
});

const annotatePreview = z.object({
  kind: z.literal("annotate"),
  tags: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  note: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
});

/** What an action would do, as Shopify computes it at this moment. */
export const previewSchema = z.object({
  version: z.string(),
  outcome: z.discriminatedUnion("kind", [
    refundPreview,
    cancelPreview,
    addressPreview,
    editPreview,
    draftPreview,
    noticePreview,
    annotatePreview,
  ]),
  /** Which limit it is above: then a colleague has to approve it (`orderActions.ask`). Null if one may do it alone. */
  above: aboveSchema.nullable(),
});
export type OrderActionPreview = z.infer<typeof previewSchema>;
export type OrderOutcome = OrderActionPreview["outcome"];

/** What came of an action; only the fields that its kind has are not null. */
const resultSchema = z.object({
  /** What Shopify refunded. It may be less than asked, never more. */
  refunded: bothAmounts.nullable(),
  draft: z
    .object({
      name: z.string(),
      /** Its page in the store's admin, and where the customer pays; null where Shopify gave none. */
      adminUrl: z.string().nullable(),
      invoiceUrl: z.string().nullable(),
      isInvoiceSent: z.boolean(),
      total: bothAmounts,
    })
    .nullable(),
  /** When it happened, by Shopify's clock. */
  at: timestamp.nullable(),
});
export type OrderActionResult = z.infer<typeof resultSchema>;

const personSchema = z.object({ id: id.nullable(), name: z.string() });

/** An action: asked for, under way, or ended. */
export const orderActionSchema = z.object({
  id,
  orderId: id,
  orderName: z.string(),
  /** The ticket it was done from; null for none, and for one that was deleted. */
  ticketId: id.nullable(),
  kind: z.enum(orderActionKinds),
  state: z.enum(orderActionStates),
  /** What is to be done, in one sentence, such as "Refund €45.90 of #1042". */
  words: z.string(),
  /** Null once the order's customer was erased. */
  plan: planSchema.nullable(),
  /** What it gives the customer: a refund, or by how much an edit lowers the sum; null for nothing. */
  money: bothAmounts.nullable(),
  by: personSchema,
  /** Who approved or declined it; null while nobody did, and if nobody had to. */
  decidedBy: personSchema.nullable(),
  /** Why approval was asked for, in the words of who asked, and which limit it was above; null if it needed none. */
  why: z.string().nullable(),
  above: aboveSchema.nullable(),
  /** With what word a colleague declined, or why the request ended. */
  word: z.string().nullable(),
  /** Until when a waiting one can be approved. */
  endsAt: timestamp.nullable(),
  /** Whether whoever reads this may decide it now: they have the right, and did not ask for it. */
  isMine: z.boolean(),
  mayDecide: z.boolean(),
  /** What Shopify said last, or why nothing is known. */
  answer: z.string().nullable(),
  result: resultSchema.nullable(),
  createdAt: timestamp,
  changedAt: timestamp,
});
export type OrderAction = z.infer<typeof orderActionSchema>;
