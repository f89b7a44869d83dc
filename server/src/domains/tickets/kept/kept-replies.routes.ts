import { api } from "../../../platform/http/api.ts";
import {
  cancelKept,
  forgetKept,
  keepReply,
  listKept,
  listKeptOf,
  moveKept,
  sendKeptNow,
  undoKept,
} from "./keep-reply.ts";

export const keptRepliesRoutes = {
  keep: api.keptReplies.keep.handler(({ context, input }) =>
    context.withTenant((tx) => keepReply(tx, context.services, context.actor, input), { plan: "once" }),
  ),
  list: api.keptReplies.list.handler(({ context }) => context.withTenant((tx) => listKept(tx, context.actor))),
  ofTicket: api.keptReplies.ofTicket.handler(({ context, input }) =>
    context.withTenant((tx) => listKeptOf(tx, context.actor, input.ticketId)),
  ),
  sendNow: api.keptReplies.sendNow.handler(({ context, input }) =>
    context.withTenant((tx) => sendKeptNow(tx, context.services, context.actor, input.id)),
  ),
  undo: api.keptReplies.undo.handler(({ context, input }) =>
    context.withTenant((tx) => undoKept(tx, context.actor, input.id)),
  ),
  move: api.keptReplies.move.handler(({ context, input }) =>
    context.withTenant((tx) => moveKept(tx, context.services, context.actor, input)),
  ),
  forget: api.keptReplies.forget.handler(({ context, input }) =>
    context.withTenant((tx) => forgetKept(tx, context.actor, input.id)),
  ),
  cancel: api.keptReplies.cancel.handler(({ context, input }) =>
    context.withTenant((tx) => cancelKept(tx, context.actor, input.id)),
  ),
};
