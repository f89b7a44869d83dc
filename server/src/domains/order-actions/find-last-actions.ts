import type { BothAmounts, OrderActionResult } from "@deskhand/contract/actions/action-parts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectLastDone } from "./rows/order-actions.queries.ts";

/** The last refund of an order that was made from here, and the last draft; null for none. */
export type LastActions = {
  refund: { money: BothAmounts; at: string } | null;
  draft: OrderActionResult["draft"];
};

/** What was done last to an order, for replies that tell of it. */
export async function findLastActions(tx: TenantTx, orderId: string): Promise<LastActions> {
  const done = await selectLastDone(tx, orderId);
  const refund = done.find(({ kind, result }) => kind !== "draft" && result?.refunded);
  const draft = done.find(({ kind }) => kind === "draft");
  const money = refund?.result?.refunded;
  return {
    refund: refund && money ? { money, at: refund.result?.at ?? refund.changedAt } : null,
    draft: draft?.result?.draft ?? null,
  };
}
