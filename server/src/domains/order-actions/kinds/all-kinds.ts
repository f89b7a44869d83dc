import {
  type ActionMode,
  type OrderActionKind,
  orderActionKinds,
  scopesOfAction,
} from "@deskhand/contract/actions/action-kinds";
import type { OfferedAction, OrderPlan } from "@deskhand/contract/actions/action-parts";
import type { Role } from "@deskhand/contract/permissions";
import { fail } from "../../../platform/fail.ts";
import { offWords } from "../limits/limits.ts";
import type { LiveOrder } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Prepared, Preparing, Sending } from "./action-kind.ts";
import { addressAction } from "./address.ts";
import { annotateAction } from "./annotate.ts";
import { cancelAction } from "./cancel.ts";
import { draftAction } from "./draft.ts";
import { editAction } from "./edit.ts";
import { refundAction } from "./refund.ts";
import { noticeAction } from "./shipping-notice.ts";

/** What is common to the kinds: a stored request goes back to the kind that made it. */
type Kind = {
  refusal(order: LiveOrder): string | null;
  prepare(context: Preparing, order: LiveOrder, plan: OrderPlan): Promise<Prepared<object>>;
  send(sending: Sending<object>): Promise<Done>;
  look(looking: Looking<object>): Promise<Done | NotShown>;
  hasKey: boolean;
};

function erased<K extends OrderActionKind, Request extends object>(action: ActionKind<K, Request>): Kind {
  const isOwn = (plan: OrderPlan): plan is Extract<OrderPlan, { kind: K }> => plan.kind === action.kind;
  return {
    refusal: action.refusal,
    async prepare(context, order, plan) {
      if (!isOwn(plan)) throw new Error(`A plan of ${plan.kind} came to ${action.kind}`);
      return action.prepare(context, order, plan);
    },
    // Only its own requests are stored under its kind.
    send: (sending) => action.send(sending as Sending<Request>),
    look: (looking) => action.look(looking as Looking<Request>),
    hasKey: action.hasKey ?? false,
  };
}

const kinds: Record<OrderActionKind, Kind> = {
  refund: erased(refundAction),
  cancel: erased(cancelAction),
  address: erased(addressAction),
  edit: erased(editAction),
  draft: erased(draftAction),
  shipping_notice: erased(noticeAction),
  annotate: erased(annotateAction),
};

/** How a kind of action is done. */
export function kindOf(kind: OrderActionKind): Kind {
  return kinds[kind];
}

/** Computes what a plan would do; fails if the order does not allow it. */
export async function prepareAction(context: Preparing, order: LiveOrder, plan: OrderPlan): Promise<Prepared<object>> {
  const because = kinds[plan.kind].refusal(order);
  if (because !== null) throw fail("order_action_impossible", { because });
  return kinds[plan.kind].prepare(context, order, plan);
}

/** Which actions can be chosen for an order: by what Shopify lets us do, what the order allows, and what the role may. */
export function offersFor(
  order: LiveOrder,
  granted: readonly OrderActionKind[],
  { role, modes }: { role: Role; modes: ReadonlyMap<OrderActionKind, ActionMode> },
): OfferedAction[] {
  return orderActionKinds.map((kind) => {
    if (!granted.includes(kind))
      return {
        kind,
        state: "no",
        because: `Shopify does not let Deskhand do this: ${scopesOfAction[kind].join(", ")}`,
      };
    const mode = modes.get(kind) ?? "may";
    if (mode === "off") return { kind, state: "no", because: offWords("This is", role) };
    const because = kinds[kind].refusal(order);
    return because === null ? { kind, state: mode, because } : { kind, state: "no", because };
  });
}
