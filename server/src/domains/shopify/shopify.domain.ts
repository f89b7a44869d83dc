import { sweepErasedHandler, sweepErasedJob } from "../../platform/db/sweep-erased.ts";
import { type Domain, jobsOf } from "../../platform/domain.ts";
import { isRemoved } from "../orders/index.ts";
import { callbackRoutes } from "./connection/callback.routes.ts";
import { isRemovalOnItsWay } from "./connection/removals.queries.ts";
import { findForgottenRemovals, removalHandler } from "./connection/remove-store-data.ts";
import {
  afterConnectingJob,
  doRequestJob,
  fetchPendingJob,
  findGoneJob,
  readScopesJob,
  removalJob,
  subscribeJob,
  syncJobs,
} from "./job-kinds.ts";
import { grantRoutes, shopifyRoutes, syncsRoutes } from "./shopify.routes.ts";
import { forgetSyncs } from "./sync/list-syncs.ts";
import { afterConnectingHandler, askedSyncHandler, backgroundSyncHandler, reconcileStores } from "./sync/sync.jobs.ts";
import { readSums } from "./webhooks/read-sums.ts";
import { shopifyWebhookRoutes } from "./webhooks/webhook.routes.ts";
import {
  doRequestHandler,
  fetchPendingHandler,
  findForgottenNews,
  findForgottenRequests,
  findGoneHandler,
  forgetDeliveries,
  readScopesHandler,
  subscribeDaily,
  subscribeHandler,
} from "./webhooks/webhooks.jobs.ts";

export const shopify: Domain = {
  tables: [
    "shopify_shops",
    "shopify_stores",
    "shopify_oauth_states",
    "shopify_syncs",
    "shopify_deliveries",
    "shopify_pending",
    "shopify_removals",
    "shopify_requests",
  ],
  routes: () => ({ shopify: shopifyRoutes, orderGrant: grantRoutes, syncs: syncsRoutes }),
  streams: [callbackRoutes, shopifyWebhookRoutes],
  jobs: [
    jobsOf(afterConnectingJob, afterConnectingHandler),
    jobsOf(removalJob, removalHandler),
    jobsOf(syncJobs.asked, askedSyncHandler),
    jobsOf(syncJobs.background, backgroundSyncHandler),
    jobsOf(fetchPendingJob, fetchPendingHandler),
    jobsOf(doRequestJob, doRequestHandler),
    jobsOf(subscribeJob, subscribeHandler),
    jobsOf(readScopesJob, readScopesHandler),
    jobsOf(findGoneJob, findGoneHandler),
    jobsOf(sweepErasedJob, sweepErasedHandler),
  ],
  schedules: [
    reconcileStores,
    findForgottenRemovals,
    findForgottenNews,
    findForgottenRequests,
    readSums,
    forgetDeliveries,
    subscribeDaily,
  ],
  subscribers: { "store.changed": forgetSyncs },
  answers: [isRemoved.by(isRemovalOnItsWay)],
};
