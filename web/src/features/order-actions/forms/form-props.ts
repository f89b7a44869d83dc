import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { OrderLook, OrderOutcome, PlanOf } from "@deskhand/contract/actions/action-parts";

/** What the form of an action gets: the order, what is planned, and what that would come to once Shopify said so. */
export interface FormProps<K extends OrderActionKind> {
  look: OrderLook;
  plan: PlanOf<K>;
  /** Undefined until Shopify answered, and for a plan that does nothing yet. */
  outcome: Extract<OrderOutcome, { kind: K }> | undefined;
  faultOf: (field: string) => string | undefined;
  onChange: (plan: PlanOf<K>) => void;
}
