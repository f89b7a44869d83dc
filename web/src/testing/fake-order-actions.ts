import { orderActionKinds, wantedActionScopes } from "@deskhand/contract/actions/action-kinds";
import type {
  BothAmounts,
  OrderAction,
  OrderActionPreview,
  OrderLook,
  OrderOutcome,
  OrderPlan,
} from "@deskhand/contract/actions/action-parts";
import type { OrderLimits } from "@deskhand/contract/actions/allowed-actions";
import type { OrderGrant } from "@deskhand/contract/actions/order-grant";
import type { Money } from "@deskhand/contract/page";
import { os } from "./fake-contract.ts";

const at = "2026-03-02T10:00:00.000Z";

/** An amount in euros, as the customer paid them. */
export const euros = (amount: Money): BothAmounts => ({ amount, currency: "EUR", shown: null });
const fixed = (amount: number) => amount.toFixed(2) as Money;

export const lamp = {
  lineItemId: "11",
  title: "Linen lamp",
  variantTitle: "Sand",
  sku: "LL-S",
  quantity: 2,
  refundable: 2,
  unsent: 0,
  isRestockable: true,
  isGiftCard: false,
  price: euros("45.90"),
} satisfies OrderLook["lines"][number];

function newLook(orderId: string): OrderLook {
  return {
    orderId,
    name: "#1042",
    version: "v1",
    readAt: at,
    financialStatus: "paid",
    fulfillmentStatus: "fulfilled",
    cancelledAt: null,
    total: euros("96.70"),
    refunded: euros("0.00"),
    received: euros("96.70"),
    outstanding: euros("0.00"),
    lines: [lamp],
    shipping: { charged: euros("4.90"), refundable: euros("4.90") },
    payments: [{ gateway: "Shopify Payments", isGiftCard: false, refundable: euros("96.70") }],
    locations: [
      { locationId: "21", name: "Dublin" },
      { locationId: "22", name: "Cork" },
    ],
    shippingAddress: {
      firstName: "Ines",
      lastName: "Roth",
      company: null,
      address1: "Lindenweg 3",
      address2: null,
      zip: "10115",
      city: "Berlin",
      provinceCode: null,
      countryCode: "DE",
      phone: null,
    },
    email: "ines@roth.example",
    note: null,
    tags: ["vip"],
    shipments: [{ shipmentId: "31", parcels: [{ number: "JD0146", company: "DHL Express" }], isCancelled: false }],
    offers: orderActionKinds.map((kind) => ({ kind, state: "may", because: null })),
  };
}

type Found = Record<"variantId" | "title" | "currency", string> &
  Record<"variantTitle" | "sku", string | null> & { price: Money; available: number | null };

export type SentAction = { orderId: string; ticketId: string | null; plan: OrderPlan; version: string } & {
  idempotencyKey: string;
  why?: string;
};

/** Fakes acting on one order, the grant and the limits by the contract. Each part can be changed by a test. */
export function fakeOrderActions(orderId = crypto.randomUUID() as string) {
  const fake = {
    look: newLook(orderId),
    grant: grantOf("on"),
    limits: limitsOf(),
    /** Which limit every preview is above. */
    above: null as OrderActionPreview["above"],
    /** All previews asked for, and all actions sent, retries included. */
    previews: [] as { plan: OrderPlan; version: string }[],
    sent: [] as SentAction[],
    /** The ids of actions that were approved, taken back, or looked for, with what was done; a declined one has its word. */
    decisions: [] as [string, string][],
    savedLimits: [] as unknown[],
    actions: [] as OrderAction[],
    variants: [] as Found[],
    /** The state in which an action is answered first. */
    begins: "planned" as OrderAction["state"],
    /** Run before the store is read, and before an action is stored: may throw a `refusal`, or wait. */
    beforeLook: async (): Promise<void> => undefined,
    before: async (): Promise<void> => undefined,
    /** Changes an action, as its event would. */
    becomes(id: string, changes: Partial<OrderAction>): void {
      fake.actions = fake.actions.map((action) => (action.id === id ? { ...action, ...changes } : action));
    },
  };

  async function store(input: SentAction, state: OrderAction["state"]): Promise<OrderAction> {
    fake.sent.push(input);
    await fake.before();
    const { idempotencyKey: id, plan, ticketId, why = null } = input;
    const stored = fake.actions.find((action) => action.id === id);
    if (stored !== undefined) return stored;
    const action = newAction({ id, orderId: input.orderId, ticketId, kind: plan.kind, plan, state, why });
    fake.actions.unshift(action);
    return action;
  }
  function found(id: string): OrderAction {
    const action = fake.actions.find((each) => each.id === id);
    if (action === undefined) throw new Error(`There is no action ${id}`);
    return action;
  }
  function decide(id: string, done: string, changes: Partial<OrderAction>): OrderAction {
    fake.decisions.push([id, done]);
    fake.becomes(id, changes);
    return found(id);
  }

  const routes = {
    orderActions: {
      ofOrder: os.orderActions.ofOrder.handler(() => ({ items: fake.actions })),
      ofTicket: os.orderActions.ofTicket.handler(() => ({ items: fake.actions })),
      waiting: os.orderActions.waiting.handler(() => ({
        items: fake.actions.filter(({ state }) => state === "waiting"),
      })),
      get: os.orderActions.get.handler(({ input }) => found(input.id)),
      look: os.orderActions.look.handler(async () => {
        await fake.beforeLook();
        return fake.look;
      }),
      preview: os.orderActions.preview.handler(({ input: { plan, version } }) => {
        fake.previews.push({ plan, version });
        return { version, outcome: outcomeOf(plan, fake.look), above: fake.above };
      }),
      act: os.orderActions.act.handler(({ input }) => store(input, fake.begins)),
      ask: os.orderActions.ask.handler(({ input }) => store(input, "waiting")),
      approve: os.orderActions.approve.handler(async ({ input: { id } }) => {
        await fake.before();
        return decide(id, "approved", { state: "planned", mayDecide: false });
      }),
      decline: os.orderActions.decline.handler(({ input: { id, word } }) =>
        decide(id, `declined: ${word}`, { state: "declined", mayDecide: false, word }),
      ),
      takeBack: os.orderActions.takeBack.handler(({ input: { id } }) => decide(id, "taken back", { state: "ended" })),
      lookAgain: os.orderActions.lookAgain.handler(({ input: { id } }) => decide(id, "looked", { state: "looking" })),
      variants: os.orderActions.variants.handler(() => ({ items: fake.variants })),
    },
    orderGrant: {
      status: os.orderGrant.status.handler(() => fake.grant),
      allow: os.orderGrant.allow.handler(async () => {
        await fake.before();
        fake.grant = grantOf("on");
        return { authorizationUrl: null, grant: fake.grant };
      }),
      takeBack: os.orderGrant.takeBack.handler(() => {
        fake.grant = grantOf("off");
        return fake.grant;
      }),
      readAgain: os.orderGrant.readAgain.handler(() => fake.grant),
    },
    orderLimits: {
      get: os.orderLimits.get.handler(() => fake.limits),
      save: os.orderLimits.save.handler(async ({ input }) => {
        fake.savedLimits.push(input);
        await fake.before();
        fake.limits = { ...fake.limits, version: fake.limits.version + 1 };
        return fake.limits;
      }),
    },
  };
  return { fake, routes };
}

/** An action as the server keeps it. */
export function newAction(changes: Partial<OrderAction> = {}): OrderAction {
  return {
    id: crypto.randomUUID(),
    orderId: crypto.randomUUID(),
    orderName: "#1042",
    ticketId: null,
    kind: "refund",
    state: "waiting",
    words: "Refund €45.90 of #1042",
    plan: { kind: "shipping_notice", shipmentId: "31" },
    money: euros("45.90"),
    by: { id: crypto.randomUUID(), name: "Ola Berg" },
    decidedBy: null,
    why: null,
    above: null,
    word: null,
    endsAt: null,
    isMine: false,
    mayDecide: false,
    answer: null,
    result: null,
    createdAt: at,
    changedAt: at,
    ...changes,
  };
}

export function grantOf(state: OrderGrant["state"]): OrderGrant {
  return {
    state,
    origin: "manual",
    scopes: wantedActionScopes.map((scope) => ({ scope, purpose: `For ${scope}`, isGranted: state === "on" })),
    lost: [],
    kinds: state === "on" ? [...orderActionKinds] : [],
    readAt: at,
    since: state === "on" ? at : null,
    isStillGranted: false,
  };
}

function limitsOf(): OrderLimits {
  const kinds = orderActionKinds.map((kind) => ({
    kind,
    mode: "may" as const,
    times: kind === "refund" || kind === "cancel" ? null : 30,
    each: kind === "refund" ? ("50.00" as const) : null,
    day: kind === "refund" ? ("200.00" as const) : null,
  }));
  const roles = (["agent", "supervisor", "admin"] as const).map((role) => ({ role, kinds }));
  return { version: 1, currency: "EUR", roles, own: { each: "50.00", day: "200.00", used: "12.00" } };
}

function outcomeOf(plan: OrderPlan, look: OrderLook): OrderOutcome {
  switch (plan.kind) {
    case "refund":
      return refundOf(plan, look);
    case "cancel":
      return {
        kind: "cancel",
        refund: plan.refund ? look.received : null,
        isPaymentLetGo: false,
        restocked: plan.restock ? 1 : 0,
        sent: 0,
      };
    case "address":
      return { kind: "address", before: look.shippingAddress, after: plan.address, changed: ["address1"] };
    case "edit":
      return {
        kind: "edit",
        before: look.total,
        after: euros("142.60"),
        balance: "customer_pays",
        difference: euros("45.90"),
        lines: [],
      };
    case "draft":
      return {
        kind: "draft",
        lines: look.lines.map(({ title, quantity }) => ({ title, quantity })),
        total: look.total,
        invoiceTo: plan.sendInvoice ? look.email : null,
      };
    case "shipping_notice":
      return { kind: "shipping_notice", to: look.email, parcels: look.shipments[0]?.parcels ?? [] };
    case "annotate": {
      const { addTags: added, removeTags: removed } = plan;
      const note = plan.note === null ? null : { from: look.note, to: plan.note };
      return { kind: "annotate", tags: look.tags, added, removed, note };
    }
  }
}

function refundOf(plan: Extract<OrderPlan, { kind: "refund" }>, look: OrderLook): OrderOutcome {
  const lineOf = (id: string) => look.lines.find(({ lineItemId }) => lineItemId === id) ?? lamp;
  const items = plan.lines.reduce((sum, line) => sum + line.quantity * Number(lineOf(line.lineItemId).price.amount), 0);
  const shipping = plan.withShipping ? Number(look.shipping.refundable.amount) : 0;
  const suggested = fixed(items + shipping);
  const amount = euros(plan.amount === null ? suggested : fixed(Number(plan.amount)));
  return {
    kind: "refund",
    amount,
    suggested: euros(suggested),
    most: look.received,
    parts: { items: euros(fixed(items)), tax: euros("0.00"), shipping: euros(fixed(shipping)) },
    payments: [{ gateway: "Shopify Payments", isGiftCard: false, amount }],
    stock: plan.lines.map(({ lineItemId, quantity, restock, locationId }) => ({
      title: lineOf(lineItemId).title,
      quantity,
      restock,
      location: look.locations.find((place) => place.locationId === locationId)?.name ?? null,
      isCounted: true,
    })),
  };
}
