import type { Permission, Role } from "@deskhand/contract/permissions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CalledFrom, How, Read, TenantId, TenantTx } from "../db/tenant.ts";
import type { LogContext } from "../log/create-log.ts";
import type { Services } from "../services.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in person, found before the body is read. */
    actor: Actor | null;
    /** Log fields of the request. */
    logContext?: LogContext;
    /** A person who still has to finish signing in; `actor` is then null. */
    arriving: Actor | null;
  }
}

/** The person who made a request. */
export type Actor = {
  kind: "person";
  userId: string;
  tenantId: TenantId;
  email: string;
  name: string;
  role: Role;
  /** When to extend their session, as ISO 8601. */
  sessionDueAt: string;
  can: readonly Permission[];
  calledFrom: CalledFrom;
  /** The step left before they are signed in: enter a code, or set up a second factor; null if none. */
  step: SignInStep | null;
};
/** A signed-in person, independent of the request's origin. */
export type SignedIn = Omit<Actor, "calledFrom">;

export type SignInStep = "code" | "set-up";

/** The context of every endpoint's handler. */
export type RequestContext = {
  services: Services;
  actor: Actor | null;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The context of handlers for signed-in people. */
export type ActorContext = Omit<RequestContext, "actor"> & {
  actor: Actor;
  /** Runs `work` in one transaction of the actor's tenant. */
  withTenant<T>(work: (tx: TenantTx) => Promise<T>, how?: Pick<How, "plan">): Promise<T>;
  /** Reads the actor's tenant with one statement. */
  read: Read;
};
