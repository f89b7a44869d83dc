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

/** An action that may have been done, and of which is found out whether it was. */
export type Looking<Request> = {
  id: string;
  shopifyId: string;
  request: Request;
  /** When the request that changes something was claimed. */
  sentAt: string;
  /** What Shopify answered to have begun, such as a job; null if its answer was lost, or the kind keeps nothing. */
  begunThere: string | null;
  store: OpenStore;
  /** The order as it is now. Rejects if it is gone. */
  read(): Promise<LiveOrder>;
};

/** An action that is being done, for an order that is as it was when somebody looked at it. */
export type Sending<Request> = Omit<Looking<Request>, "sentAt" | "begunThere" | "read"> & {
  order: LiveOrder;
  /**
   * Claims the one request that changes something, right before it is sent. Rejects if it may not be sent: another try claimed it, the lease
   * of this one is over, or changes of orders were switched off.
   */
  claim(): Promise<void>;
  /** Keeps what Shopify answered to have begun, before anything else is asked. */
  keepBegun(begunThere: string): Promise<void>;
};

/** What Shopify said to an action. `unanswered`: it may have been done; `failed`: it was not. */
export type Done =
  | { end: "done"; answer: string; result: OrderActionResult; money?: BothAmounts }
  | { end: "refused" | "failed" | "unanswered" | "unknown"; answer: string };

/** Reading the order does not tell. `answer` says what it shows; a person is asked to look if it still does after some minutes. */
export type NotShown = { end: "not_shown"; answer: string };

/** How one kind of action is offered, previewed and done. */
export type ActionKind<K extends OrderActionKind, Request extends object> = {
  kind: K;
  /** Why it cannot be done to an order, in a sentence; null if it can. */
  refusal(order: LiveOrder): string | null;
  /** Computes what it would do; fails if this order does not allow it, or the plan makes no sense. */
  prepare(context: Preparing, order: LiveOrder, plan: PlanOf<K>): Promise<Prepared<Request>>;
  /** Does it. Each request that changes something is sent at most once. */
  send(sending: Sending<Request>): Promise<Done>;
  /** Finds out by reading whether an earlier try did it, and sends nothing. */
  look(looking: Looking<Request>): Promise<Done | NotShown>;
  /** Whether Shopify does it once for its key, so that it may be sent again while Shopify remembers the key. */
  hasKey?: true;
};
