import type { Permission, Role } from "@deskhand/contract/permissions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CalledFrom, How, Read, TenantId, TenantTx } from "../db/tenant.ts";
import type { LogContext } from "../log/create-log.ts";
import type { Services } from "../services.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in person, found before the body is read. */
    actor: Actor | null;
    /** The program whose API key came with the request, found likewise; null where no key counts. */
    key: KeyActor | null;
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

/** A program that made a request with an API key of its store. */
export type KeyActor = {
  kind: "key";
  userId: null;
  keyId: string;
  tenantId: TenantId;
  /** As trails and the audit log show it: with what it is. */
  name: string;
  can: readonly Permission[];
  calledFrom: CalledFrom;
};

/** Who may call an endpoint that programs call as well. */
export type Caller = Actor | KeyActor;

export type SignInStep = "code" | "set-up";

/** The context of every endpoint's handler. */
export type RequestContext = {
  services: Services;
  actor: Caller | null;
  /** What a program's write is told apart by; null for a read, and for people. */
  write: ProgramWrite | null;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A write of a program: its Idempotency-Key, as an id of this key alone, and a hash of what is asked. */
export type ProgramWrite = { idempotencyKey: string; asked: Buffer };

/** The context of handlers for signed-in people. */
export type ActorContext = Omit<RequestContext, "actor"> & {
  actor: Actor;
  /** Runs `work` in one transaction of the actor's tenant. */
  withTenant<T>(work: (tx: TenantTx) => Promise<T>, how?: Pick<How, "plan">): Promise<T>;
  /** Reads the actor's tenant with one statement. */
  read: Read;
};

/** The context of handlers for people and programs. */
export type CallerContext = Omit<ActorContext, "actor"> & {
  actor: Caller;
  /** Makes a change, unless the same program made it before with the same Idempotency-Key: then null. */
  once<T>(tx: TenantTx, change: () => Promise<T>): Promise<T | null>;
};
