import type { contract } from "@deskhand/contract";
import type { Router } from "@orpc/server";
import type { FastifyInstance } from "fastify";
import type { Database } from "./db/database.ts";
import type { Settle } from "./db/settling.ts";
import type { TenantId } from "./db/tenant.ts";
import type { Subscribers } from "./events.ts";
import type { RequestContext } from "./http/context.ts";
import type { JobHandler, JobKind, QueueSettings, Schedule } from "./jobs/job.ts";
import type { Search } from "./jobs/seeker.ts";
import type { Answered } from "./questions.ts";
import type { NoteSeen } from "./realtime/tell-who-is-here.ts";
import type { Services } from "./services.ts";

/** Implementations of the contract's endpoints. */
export type ApiRouter = Router<typeof contract, RequestContext>;

/** What a domain provides. Each role of the server is a loop over all domains. */
export type Domain = {
  /** The tables it writes. Only domains that name a table may write it, which the house check enforces. */
  tables?: readonly (keyof Database)[];
  /** The contract's sections it implements, each as a whole. */
  routes?: (http: FastifyInstance, services: Services) => Partial<ApiRouter>;
  /** Routes outside the contract: uploads, downloads, webhooks, frames. */
  streams?: ((http: FastifyInstance, services: Services) => void | Promise<void>)[];
  jobs?: Jobs[];
  schedules?: Schedule[];
  /** Work recorded in its own tables, which the worker searches for. */
  searches?: ((services: Services) => Search)[];
  /** Work done for a tenant soon after a notification on a database channel. */
  hearings?: { channel: string; work: (services: Services, tenantId: TenantId) => Promise<void> }[];
  /** Reactions to events of earlier domains. */
  subscribers?: Subscribers;
  /** What it answers to earlier domains. */
  answers?: Answered[];
  /** Notes who of a tenant has a screen connected right now: about once a minute, and soon after somebody comes. */
  seen?: NoteSeen;
  /** What it does about what a transaction noted, before that ends. */
  settle?: Settle;
};

type Jobs = { queue: QueueSettings; start(services: Services): Promise<void> };

/** Declares jobs of one kind, whose handler is created when the worker starts. */
export function jobsOf<Payload extends object>(
  kind: JobKind<Payload>,
  handlerOf: (services: Services) => JobHandler<Payload>,
): Jobs {
  return { queue: kind, start: (services) => services.jobs.work(handlerOf(services)) };
}
