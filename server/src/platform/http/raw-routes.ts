import type { Permission } from "@deskhand/contract/permissions";
import type { FastifyRequest } from "fastify";
import { requireAccess } from "./api.ts";
import type { Actor } from "./context.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is signed in; found before the body is read. */
    actor: Actor | null;
  }
}

/** The person behind a request to a route outside the contract, who must have this permission. */
export function actorOf(request: FastifyRequest, permission: Permission): Actor {
  return requireAccess(request.actor, permission);
}
