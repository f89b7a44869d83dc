import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectNotifier } from "./notify.queries.ts";
import { notify } from "./notify-people.ts";

/** Notifies supervisors and admins that a colleague asks for approval (docs/product.md#acting-on-orders). */
export async function notifyOfApprovalAsked(
  tx: TenantTx,
  { actionId, ticketId, words, actorId }: EventPayloads["order-approval.asked"],
): Promise<void> {
  const message = `${await selectNotifier(tx, actorId)} asks for approval: ${words}`;
  const notification = { id: `approval-${actionId}`, type: "order_approval", title: "Approval Asked" } as const;
  await notify(tx, { ...notification, message, ticketId }, { isForSupervisors: true, exceptUserId: actorId });
}

/** Notifies who asked for approval of the decision, unless they took the request back. */
export async function notifyOfApprovalDecided(
  tx: TenantTx,
  { actionId, ticketId, words, state, askedBy, actorId }: EventPayloads["order-approval.decided"],
): Promise<void> {
  if (askedBy === actorId) return;
  const message =
    actorId === null
      ? `A request for approval ended: ${words}`
      : `${await selectNotifier(tx, actorId)} ${state}: ${words}`;
  const notification = { id: `decided-${actionId}`, type: "order_approval", title: "Approval Decided" } as const;
  await notify(tx, { ...notification, message, ticketId }, { onlyUserIds: [askedBy] });
}
