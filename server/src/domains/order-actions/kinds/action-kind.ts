import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { BothAmounts, OrderActionResult, OrderOutcome, PlanOf } from "@deskhand/contract/actions/action-parts";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import type { OpenStore } from "../../shopify/index.ts";
import type { LiveOrder } from "../store/read-order.ts";

/** What an action needs while it is prepared: Shopify, and whether the names of places may be read. */
export type Preparing = { store: AdminApi; hasLocations: boolean };

/** An action as it would be done now: what happens, what it gives the customer, and what is sent to Shopify each time it is tried. */
export type Prepared<Request> = {
  outcome: OrderOutcome;
  money: BothAmounts | null;
  /** One sentence, which begins with a verb: "Refund €45.90 of #1042". */
  words: string;
  request: Request;
};

/** An action that is being done. */
export type Doing<Request> = {
  id: string;
  shopifyId: string;
  request: Request;
  /** When a request that may have changed something was first sent; null before that. */
  sentAt: string | null;
  store: OpenStore;
  /** The order as it is now. Rejects if it is gone. */
  read(): Promise<LiveOrder>;
  /** Whether what the action depends on is as when it was looked at. */
  isUnchanged(order: LiveOrder): boolean;
  /** Called before the first request that changes something. Rejects unless the order is unchanged. */
  beforeSending(order: LiveOrder): Promise<void>;
};

/** What Shopify said to an action. `unanswered`: it may have been done; `failed`: it was not. */
export type Done =
  | { end: "done"; answer: string; result: OrderActionResult; money?: BothAmounts }
  | { end: "refused" | "failed" | "unanswered" | "unknown"; answer: string };

/** How one kind of action is offered, previewed and done. */
export type ActionKind<K extends OrderActionKind, Request extends object> = {
  kind: K;
  /** Why it cannot be done to an order, in a sentence; null if it can. */
  refusal(order: LiveOrder): string | null;
  /** Computes what it would do; fails if this order does not allow it, or the plan makes no sense. */
  prepare(context: Preparing, order: LiveOrder, plan: PlanOf<K>): Promise<Prepared<Request>>;
  /** Does it, or finds out what an earlier try did. Rejects with a StoreFault if nothing was sent. */
  perform(doing: Doing<Request>): Promise<Done>;
};
