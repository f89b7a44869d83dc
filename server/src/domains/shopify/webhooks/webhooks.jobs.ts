import { type JobHandler, onePerTenant, type Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { deleteOldGone } from "../../customers/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { readScopesAgain } from "../connection/allow-actions.ts";
import { doRequestJob, fetchPendingJob, findGoneJob, readScopesJob, subscribeJob } from "../job-kinds.ts";
import { doRequest } from "./do-request.ts";
import { fetchPending, findGoneOrders } from "./fetch-pending.ts";
import { subscribeToStore } from "./subscribe-to-store.ts";
import { deleteOldDeliveries, hasForgottenPending, selectForgottenRequests, selectGrant } from "./webhooks.queries.ts";

/** Asks stores for what their webhooks named. */
export function fetchPendingHandler(services: Services): JobHandler<object> {
  const fetchInTurn = onePerTenant((tenantId) => fetchPending(services, tenantId));
  return { kind: fetchPendingJob, concurrency: 8, batch: 1, work: ({ tenantId }) => fetchInTurn(tenantId) };
}

/** Carries out the platform's requests. */
export function doRequestHandler(services: Services): JobHandler<{ requestId: string }> {
  return { kind: doRequestJob, concurrency: 2, batch: 1, work: (job) => doRequest(services, job) };
}

/** Subscribes to a store's webhooks. */
export function subscribeHandler(services: Services): JobHandler<object> {
  return { kind: subscribeJob, concurrency: 2, batch: 1, work: ({ tenantId }) => subscribeToStore(services, tenantId) };
}

/** Reads which scopes a store granted. */
export function readScopesHandler(services: Services): JobHandler<object> {
  return { kind: readScopesJob, concurrency: 2, batch: 1, work: ({ tenantId }) => readScopesAgain(services, tenantId) };
}

/** Finds what was deleted while a store could not be asked. */
export function findGoneHandler(services: Services): JobHandler<{ after: string }> {
  return { kind: findGoneJob, concurrency: 2, batch: 1, work: (job) => findGoneOrders(services, job) };
}

/** Checks the webhook subscriptions of all stores. */
export const subscribeDaily: Schedule = {
  name: "store.subscribe-daily",
  cron: "11 4 * * *",
  work: ({ db, log, jobs }) =>
    forEachTenant({ db, log }, async (tx) => {
      if ((await selectGrant(tx))?.origin === "oauth") await jobs.enqueue(tx, subscribeJob, {});
    }),
};

/** Longer than a running job takes. */
const forgottenPendingMinutes = 5;
const forgottenRequestMinutes = 24 * 60;

/** Gives waiting resources a new job when theirs was lost, or gave up on a store that was long out of reach. */
export const findForgottenNews: Schedule = {
  name: "store.find-forgotten",
  cron: "*/5 * * * *",
  work: ({ db, log, jobs }) =>
    forEachTenant({ db, log }, async (tx) => {
      if (await hasForgottenPending(tx, forgottenPendingMinutes)) await jobs.enqueue(tx, fetchPendingJob, {});
    }),
};

/** The same for requests, which are tried until they are done. */
export const findForgottenRequests: Schedule = {
  name: "store.find-forgotten-requests",
  cron: "41 4 * * *",
  work: ({ db, log, jobs }) =>
    forEachTenant({ db, log }, async (tx) => {
      for (const requestId of await selectForgottenRequests(tx, forgottenRequestMinutes))
        await jobs.enqueue(tx, doRequestJob, { requestId });
    }),
};

/** Longer than a webhook is accepted after it was triggered. */
const deliveriesKeptDays = 7;

/** Forgets old webhooks, and what was gone then. */
export const forgetDeliveries: Schedule = {
  name: "store.forget-deliveries",
  cron: "19 3 * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await deleteOldDeliveries(tx, deliveriesKeptDays);
      await deleteOldGone(tx, deliveriesKeptDays);
    }),
};
