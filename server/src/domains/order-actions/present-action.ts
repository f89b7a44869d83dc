import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import type { Actor } from "../../platform/http/context.ts";
import type { ActionRow } from "./rows/order-actions.queries.ts";

/** An action for whoever reads it. */
export function presentAction({ userId, can }: Pick<Actor, "userId" | "can">, row: ActionRow): OrderAction {
  const {
    byId,
    byName,
    decidedById,
    decidedByName,
    shopifyId: _,
    facts: _facts,
    request: _request,
    sentAt: _sent,
    begunThere: _begunThere,
    onlyLooks: _onlyLooks,
    ...rest
  } = row;
  const { currency: _currency, ...action } = rest;
  const isMine = byId === userId;
  return {
    ...action,
    by: { id: byId, name: byName },
    decidedBy: decidedByName === null ? null : { id: decidedById, name: decidedByName },
    isMine,
    mayDecide: row.state === "waiting" && !isMine && can.includes("orders:approve"),
  };
}
