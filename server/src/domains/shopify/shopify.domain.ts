import { type Domain, jobsOf } from "../../platform/domain.ts";
import { callbackRoutes } from "./connection/callback.routes.ts";
import { subscribeJob } from "./connection/subscribe-job.ts";
import { shopifyRoutes } from "./shopify.routes.ts";
import { doRequestJob, fetchPendingJob } from "./webhooks/job-kinds.ts";
import { shopifyWebhookRoutes } from "./webhooks/webhook.routes.ts";
import {
  doRequestHandler,
  fetchPendingHandler,
  findForgottenNews,
  findForgottenRequests,
  forgetDeliveries,
  subscribeDaily,
  subscribeHandler,
} from "./webhooks/webhooks.jobs.ts";

export const shopify: Domain = {
  routes: () => ({ shopify: shopifyRoutes }),
  streams: [callbackRoutes, shopifyWebhookRoutes],
  jobs: [
    jobsOf(fetchPendingJob, fetchPendingHandler),
    jobsOf(doRequestJob, doRequestHandler),
    jobsOf(subscribeJob, subscribeHandler),
  ],
  schedules: [findForgottenNews, findForgottenRequests, forgetDeliveries, subscribeDaily],
};
