import type { contract } from "@deskhand/contract";
import type { Router } from "@orpc/server";
import type { FastifyInstance } from "fastify";
import type { Database } from "./db/database.ts";
import type { TenantId, TenantTx } from "./db/tenant.ts";
import type { Subscribers } from "./events.ts";
import type { RequestContext } from "./http/context.ts";
import type { JobHandler, JobKind, QueueSettings, Schedule } from "./jobs/job.ts";
import type { Services } from "./services.ts";

/** The endpoints of the contract, with what does them. */
export type ApiRouter = Router<typeof contract, RequestContext>;

/** What a domain brings along: the roles of the server are loops over the list of all. */
export type Domain = {
  /** The tables that it writes: no other domain does that does not name them too. The house check reads them. */
  tables?: readonly (keyof Database)[];
  /** The parts of the contract that it implements, each as a whole. */
  routes?: (http: FastifyInstance, services: Services) => Partial<ApiRouter>;
  /** Routes outside the contract: uploads, downloads, webhooks, frames. */
  streams?: ((http: FastifyInstance, services: Services) => void | Promise<void>)[];
  jobs?: Jobs[];
  schedules?: Schedule[];
  /** What it does for a tenant soon after a channel of the database names it. */
  hearings?: { channel: string; work: (services: Services, tenantId: TenantId) => Promise<void> }[];
  /** What it does about events of earlier domains. */
  subscribers?: Subscribers;
  /** What it does about what a transaction noted, before that ends. A fault of its own is for the log: it undoes nothing of the others. */
  settle?: (tx: TenantTx, onError: (error: Error) => void) => Promise<void>;
};

type Jobs = { queue: QueueSettings; start(services: Services): Promise<void> };

/** Jobs of one kind, done by a handler that is made when the worker starts. */
export function jobsOf<Payload extends object>(
  kind: JobKind<Payload>,
  handlerOf: (services: Services) => JobHandler<Payload>,
): Jobs {
  return { queue: kind, start: (services) => services.jobs.work(handlerOf(services)) };
}
