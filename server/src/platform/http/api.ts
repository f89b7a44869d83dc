import { type Contract, contract } from "@deskhand/contract";
import { type Access, refusalOf } from "@deskhand/contract/permissions";
import { type ImplementerInternalWithMiddlewares, implement } from "@orpc/server";
import { Failure, fail } from "../fail.ts";
import type { Actor, ActorContext, RequestContext } from "./context.ts";

// Named, because the compiler does not write down a type as long as all the endpoints' together.
type Api = ImplementerInternalWithMiddlewares<Contract, RequestContext, ActorContext>;

/** The contract, to be implemented: each endpoint's permission is checked before its input is read. */
export const api: Api = implement(contract)
  .$context<RequestContext>()
  // Outputs are typed by the compiler and validated by the tests' client; doing it again cost a list 5 % of its time.
  .$config({ initialOutputValidationIndex: Number.NaN })
  .use(async ({ context, procedure, next }) => {
    const { access, refusal } = procedure["~orpc"].meta;
    const actor = requireAccess(context.actor, access, refusal);
    const scoped: Pick<ActorContext, "actor" | "withTenant" | "read"> = {
      actor,
      withTenant: (work, how) => context.services.db.withTenant(actor, work, how),
      read: (query) => context.services.db.read(actor.tenantId, query),
    };
    try {
      return await next({ context: scoped });
    } catch (error) {
      // What they could when they asked was taken from them before it was done.
      if (error instanceof Failure && error.code === "not_allowed") throw notAllowed(access, refusal);
      throw error;
    }
  });

/**
 * The person who may do this, or the failure that says why not, in words of its own where it has some; to who is not let in
 * yet, which step that takes.
 */
export function requireAccess(actor: Actor | null, access: Access | undefined, refusal?: string): Actor {
  if (!actor) throw fail("not_signed_in");
  const may = access !== undefined && access !== "public" && actor.can.includes(access);
  if (actor.step && !may) {
    throw fail(actor.step === "set-up" ? "two_factor_required" : "not_signed_in");
  }
  if (!may) throw notAllowed(access, refusal);
  return actor;
}

function notAllowed(access: Access | undefined, refusal: string | undefined): Failure {
  return new Failure("not_allowed", undefined, refusal ?? (access && refusalOf(access)));
}
