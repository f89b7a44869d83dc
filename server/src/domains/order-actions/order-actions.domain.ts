import { type Domain, jobsOf } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { performers } from "../effects/index.ts";
import { ofErased } from "../orders/index.ts";
import { hasOpenActions } from "../tickets/index.ts";
import {
  approveAction,
  declineAction,
  endOutdated,
  endOverdue,
  endRequestsOf,
  takeRequestBack,
} from "./decide-action.ts";
import { readOrderLimits, saveOrderLimits } from "./limits/limits.ts";
import { getAction, listActionsOfOrder, listActionsOfTicket, listWaiting, lookAgain } from "./list-actions.ts";
import { findVariants, lookAtOrder, previewAction } from "./look-at-order.ts";
import { performAction } from "./perform-action.ts";
import { refreshActedHandler, refreshActedJob } from "./refresh-acted.ts";
import { eraseActionsOf } from "./rows/action-steps.queries.ts";
import { hasOpenActionsOf } from "./rows/order-actions.queries.ts";
import { askForApproval, startAction } from "./start-action.ts";

const { ofOrder, ofTicket, waiting, get, look, preview, act, ask, approve, decline, takeBack, variants } =
  api.orderActions;

const actionsRoutes = {
  ofOrder: ofOrder.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => listActionsOfOrder(tx, actor, input.orderId)),
  ),
  ofTicket: ofTicket.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => listActionsOfTicket(tx, actor, input.ticketId)),
  ),
  waiting: waiting.handler(({ context: { withTenant, actor } }) => withTenant((tx) => listWaiting(tx, actor))),
  get: get.handler(({ context: { withTenant, actor }, input }) => withTenant((tx) => getAction(tx, actor, input.id))),
  look: look.handler(({ context, input }) => lookAtOrder(context, input.orderId)),
  preview: preview.handler(({ context, input }) => previewAction(context, input)),
  act: act.handler(({ context, input }) => startAction(context, input)),
  ask: ask.handler(({ context, input }) => askForApproval(context, input)),
  approve: approve.handler(({ context, input }) => approveAction(context, input.id)),
  decline: decline.handler(({ context, input }) => declineAction(context, input)),
  takeBack: takeBack.handler(({ context, input }) => takeRequestBack(context, input.id)),
  lookAgain: api.orderActions.lookAgain.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => lookAgain(tx, actor, input.id)),
  ),
  variants: variants.handler(({ context, input }) => findVariants(context, input.search)),
};

const limitsRoutes = {
  get: api.orderLimits.get.handler(({ context: { withTenant, actor } }) =>
    withTenant((tx) => readOrderLimits(tx, actor)),
  ),
  save: api.orderLimits.save.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => saveOrderLimits(tx, actor, input)),
  ),
};

export const orderActions: Domain = {
  tables: ["order_actions", "order_limits"],
  routes: () => ({ orderActions: actionsRoutes, orderLimits: limitsRoutes }),
  jobs: [jobsOf(refreshActedJob, refreshActedHandler)],
  schedules: [endOverdue],
  subscribers: {
    "orders.changed": endOutdated,
    "user.updated": (tx, payload) => endRequestsOf(tx, payload, false),
    "user.deleted": (tx, payload) => endRequestsOf(tx, payload, true),
  },
  answers: [
    performers.by({ "order-action": performAction }),
    ofErased.by(eraseActionsOf),
    hasOpenActions.by(hasOpenActionsOf),
  ],
};
