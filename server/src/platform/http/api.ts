import { type Contract, contract } from "@deskhand/contract";
import type { Access } from "@deskhand/contract/permissions";
import { type ImplementerInternalWithMiddlewares, implement } from "@orpc/server";
import { fail } from "../fail.ts";
import type { Actor, ActorContext, RequestContext } from "./context.ts";

// Named, because the compiler does not write down a type as long as all the endpoints' together.
type Api = ImplementerInternalWithMiddlewares<Contract, RequestContext, ActorContext>;

/** The contract, to be implemented: each endpoint's permission is checked before its input is read. */
export const api: Api = implement(contract)
  .$context<RequestContext>()
  // Outputs are typed by the compiler and validated by the tests' client; doing it again cost a list 5 % of its time.
  .$config({ initialOutputValidationIndex: Number.NaN })
  .use(({ context, procedure, next }) => {
    const actor = requireAccess(context.actor, procedure["~orpc"].meta.access);
    const scoped: Pick<ActorContext, "actor" | "withTenant" | "read"> = {
      actor,
      withTenant: (work) => context.services.db.withTenant(actor, work),
      read: (query) => context.services.db.read(actor.tenantId, query),
    };
    return next({ context: scoped });
  });

/** The person who may do this, or the failure that says why not: to who is not let in yet, which step that takes. */
export function requireAccess(actor: Actor | null, access: Access | undefined): Actor {
  if (!actor) throw fail("not_signed_in");
  const may = access !== undefined && access !== "public" && actor.can.includes(access);
  if (actor.step && !may) {
    throw fail(actor.step === "set-up" ? "two_factor_required" : "not_signed_in");
  }
  if (!may) throw fail("not_allowed");
  return actor;
}
