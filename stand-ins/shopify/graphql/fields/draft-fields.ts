import { add } from "../../state/decimals.ts";
import { toSecond } from "../../state/order-from.ts";
import { currentTotalOf, refundedQuantity } from "../../state/order-sums.ts";
import { keepChanged, nextIdOf } from "../../state/shopkeeper.ts";
import { locationsOf, mail } from "../../state/stock.ts";
import type { StoreDraft, StoreVariant } from "../../state/store-state.ts";
import { type Context, type Fields, gid, needScope, numberIn } from "../bind.ts";
import { connect } from "../connect.ts";
import { moneyBag } from "./money.ts";
import { findOrder } from "./order-list.ts";

const fault = (message: string) => [{ field: ["id"], message }];
type DraftRef = { draft: StoreDraft };

export const draftFields: Fields<DraftRef> = {
  id: ({ draft }) => gid("DraftOrder", draft.id),
  legacyResourceId: ({ draft }) => String(draft.id),
  name: ({ draft }) => draft.name,
  createdAt: ({ draft }) => draft.createdAt,
  email: ({ draft }) => draft.email,
  tags: ({ draft }) => draft.tags,
  status: ({ draft }) => (draft.invoiceSentAt === null ? "OPEN" : "INVOICE_SENT"),
  invoiceSentAt: ({ draft }) => draft.invoiceSentAt,
  invoiceUrl: ({ draft }, _args, { store }) => `https://${store.state.domain}/invoices/${draft.id}`,
  totalQuantityOfLineItems: ({ draft }) => draft.pieces,
  totalPriceSet: ({ draft }, _args, context) => {
    const order = findOrder(context, draft.orderId);
    if (!order) throw new Error(`The draft ${draft.name} has lost its order`);
    return moneyBag(draft.total, order);
  },
};

export const draftMutations: Fields<unknown> = {
  draftOrderCreateFromOrder: (_source, { orderId }, context) => {
    needScope(context, "write_draft_orders", "draftOrderCreateFromOrder");
    const order = findOrder(context, numberIn(orderId, "Order"));
    if (!order) return { draftOrder: null, userErrors: fault("Order does not exist") };
    const { state } = context.store;
    const drafts = state.drafts ?? [];
    const draft: StoreDraft = {
      id: nextIdOf(context.store),
      name: `#D${drafts.length + 1}`,
      orderId: order.id,
      email: order.email,
      createdAt: toSecond(context.keeper.now()),
      invoiceSentAt: null,
      tags: [],
      pieces: order.lineItems.reduce(
        (sum, { id, currentQuantity }) => sum + currentQuantity - refundedQuantity(order, id),
        0,
      ),
      total: add(currentTotalOf(order), state.draftPriceRise ?? "0"),
    };
    state.drafts = [...drafts, draft];
    return { draftOrder: { draft }, userErrors: [] };
  },
  draftOrderInvoiceSend: (_source, { id }, context) => {
    needScope(context, "write_draft_orders", "draftOrderInvoiceSend");
    const draft = findDraft(context, id);
    if (!draft) return { draftOrder: null, userErrors: fault("Draft order does not exist") };
    if (draft.email === null) return { draftOrder: null, userErrors: fault("To can't be blank") };
    draft.invoiceSentAt = toSecond(context.keeper.now());
    mail(context.store, "invoice", draft.email);
    return { draftOrder: { draft }, userErrors: [] };
  },
  tagsAdd: (_source, { id, tags }, context) => {
    const added = Array.isArray(tags) ? tags.map(String) : [];
    const draft = findDraft(context, id);
    if (draft) {
      needScope(context, "write_draft_orders", "tagsAdd");
      draft.tags = [...new Set([...draft.tags, ...added])];
      return { node: null, userErrors: [] };
    }
    needScope(context, "write_orders", "tagsAdd");
    const order = findOrder(context, numberIn(id, "Order"));
    if (!order) return { node: null, userErrors: fault("The resource does not exist") };
    keepChanged(context.keeper, { ...order, tags: [...new Set([...order.tags, ...added])] });
    return { node: null, userErrors: [] };
  },
};

function findDraft({ store }: Context, id: unknown): StoreDraft | undefined {
  return store.state.drafts?.find((draft) => draft.id === numberIn(id, "DraftOrder"));
}

const byId = { id: ({ id }: { id: number }) => id, key: ({ id }: { id: number }) => id };

/** Lists drafts, places and what is sold. */
export const stockQueries: Fields<unknown> = {
  draftOrders: (_source, args, context) => {
    needScope(context, "read_draft_orders", "draftOrders");
    return connect(context.store.state.drafts ?? [], args, byId, (draft) => ({ draft }));
  },
  locations: (_source, args, context) => {
    needScope(context, "read_locations", "locations");
    return connect(locationsOf(context.store), args, byId, (location) => location);
  },
  productVariants: (_source, args, context) => {
    needScope(context, "read_products", "productVariants");
    const words = String(args.query ?? "")
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean);
    const isFound = ({ productTitle, title, sku }: StoreVariant) => {
      const text = `${productTitle} ${title} ${sku ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return connect((context.store.state.variants ?? []).filter(isFound), args, byId, (variant) => ({ variant }));
  },
};

export const locationFields: Fields<{ id: number; name: string }> = {
  id: ({ id }) => gid("Location", id),
  name: ({ name }) => name,
};

export const variantFields: Fields<{ variant: StoreVariant }> = {
  id: ({ variant }) => gid("ProductVariant", variant.id),
  title: ({ variant }) => variant.title,
  sku: ({ variant }) => variant.sku,
  price: ({ variant }) => variant.price,
  inventoryQuantity: ({ variant }) => variant.stock ?? 0,
  inventoryItem: ({ variant }) => ({ tracked: variant.stock !== null }),
  product: ({ variant }) => ({
    product: { id: variant.id, title: variant.productTitle, image: null, isDeleted: false },
  }),
};
