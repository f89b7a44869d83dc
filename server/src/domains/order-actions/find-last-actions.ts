import type { BothAmounts, OrderActionResult, ShippingAddress } from "@deskhand/contract/actions/action-parts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectLastDone } from "./rows/order-actions.queries.ts";

/** What was done last to an order from here, each null for none. A cancellation that refunds is the last refund, too. */
export type LastActions = {
  refund: { money: BothAmounts; at: string } | null;
  cancellation: { money: BothAmounts | null; at: string } | null;
  address: ShippingAddress | null;
  draft: OrderActionResult["draft"];
};

/** What was done last to an order, for replies that tell of it. */
export async function findLastActions(tx: TenantTx, orderId: string): Promise<LastActions> {
  const done = await selectLastDone(tx, orderId);
  const refund = done.find(({ kind, result }) => kind !== "draft" && result?.refunded);
  const cancelled = done.find(({ kind }) => kind === "cancel");
  const draft = done.find(({ kind }) => kind === "draft");
  const money = refund?.result?.refunded;
  return {
    refund: refund && money ? { money, at: refund.result?.at ?? refund.changedAt } : null,
    cancellation: cancelled
      ? { money: cancelled.result?.refunded ?? null, at: cancelled.result?.at ?? cancelled.changedAt }
      : null,
    address: done.find(({ kind }) => kind === "address")?.address ?? null,
    draft: draft?.result?.draft ?? null,
  };
}
