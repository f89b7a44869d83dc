import type { Permission, Role } from "@deskhand/contract/permissions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CalledFrom, How, Read, TenantId, TenantTx } from "../db/tenant.ts";
import type { InHand } from "../log/create-log.ts";
import type { Services } from "../services.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is signed in; found before the body is read. */
    actor: Actor | null;
    /** Whose it is, for the log. */
    inHand?: InHand;
    /** Who has signed in with one factor and is not let in before the next step; then `actor` is null. */
    arriving: Actor | null;
  }
}

/** The person behind a request. */
export type Actor = {
  kind: "person";
  userId: string;
  tenantId: TenantId;
  email: string;
  name: string;
  role: Role;
  /** When the end of their session is to be put off, as ISO 8601. */
  sessionDueAt: string;
  can: readonly Permission[];
  /** From where they ask. */
  calledFrom: CalledFrom;
  /** What they have to do before they are let in: enter a code, or set up a second factor; null for who is in. */
  step: SignInStep | null;
};
/** Somebody who is signed in, wherever they ask from. */
export type SignedIn = Omit<Actor, "calledFrom">;

export type SignInStep = "code" | "set-up";

/** What every endpoint's handler gets. */
export type RequestContext = {
  services: Services;
  actor: Actor | null;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What the handler of an endpoint for signed-in people gets. */
export type ActorContext = Omit<RequestContext, "actor"> & {
  actor: Actor;
  /** Runs `work` in one transaction of the actor's tenant. */
  withTenant<T>(work: (tx: TenantTx) => Promise<T>, how?: Pick<How, "plan">): Promise<T>;
  /** Reads rows of the actor's tenant with one statement. */
  read: Read;
};
