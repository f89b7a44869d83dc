import { type Contract, contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { type Access, refusalOf } from "@deskhand/contract/permissions";
import { StandardOpenAPIHandler } from "@orpc/openapi/standard";
import { type ImplementerInternalWithMiddlewares, implement, type Router } from "@orpc/server";
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from "@orpc/zod/zod4";
import type { FastifyInstance } from "fastify";
import { Failure, fail } from "../fail.ts";
import type { Services } from "../services.ts";
import type { Actor, ActorContext, RequestContext } from "./context.ts";
import { sendFailure, toFailure, toOrpcError } from "./failures.ts";
import { bodyLimits } from "./request-bodies.ts";

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

/**
 * In bytes. Made for responses of the contract: a page of the list stays below, because compressing it costs more processor
 * time than making it, and what fits a connection's first flights (RFC 6928) arrives as soon without.
 */
const compressFrom = 32_000;
/** The path matters, the host does not: it is only there to make a URL. */
const origin = "http://localhost";

/**
 * What an endpoint returned, which is JSON already: the package looks into plain objects for what is not, and would copy each of them, which
 * cost a list 3 % of its time, and memory.
 */
class AsItIs {
  readonly #output: unknown;

  constructor(output: unknown) {
    this.#output = output;
  }

  toJSON(): unknown {
    return this.#output;
  }
}

/** Serves the contract's endpoints below `/api`; who may not use one is refused before the body is read. */
export function apiRoutes(
  http: FastifyInstance,
  services: Services,
  router: Router<typeof contract, RequestContext>,
): void {
  const handler = new StandardOpenAPIHandler<RequestContext>(router, {
    plugins: [new ZodSmartCoercionPlugin()],
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return new AsItIs(await next());
        } catch (error) {
          throw toOrpcError(toFailure(error, context.requestId, services.log));
        }
      },
    ],
  });
  for (const { method, path, access, about } of endpointsOf(contract)) {
    http.route({
      method,
      url: `/api${path.replace(/\{(\w+)\}/g, ":$1")}`,
      compress: { threshold: compressFrom },
      bodyLimit: about.takesDocument ? bodyLimits.documentBytes : bodyLimits.bytes,
      config: about.isHeavy ? { work: "heavy" } : {},
      onRequest: async ({ actor, arriving }) => {
        requireAccess(actor ?? arriving, access, about.refusal);
      },
      handler: async (request, reply) => {
        const context = { services, actor: request.actor ?? request.arriving, requestId: request.id, request, reply };
        // Handed over as it is: the package's own adapter for Fastify makes an AbortSignal for each request, which no
        // endpoint asks for.
        const { method, url, headers, body } = request;
        const asked = { method, url: new URL(url, origin), headers, body: async () => body, signal: undefined };
        const { matched, response } = await handler.handle(asked, { prefix: "/api", context });
        if (!matched) return sendFailure(reply, fail("not_found"));
        return reply.code(response.status).type("application/json; charset=utf-8").send(JSON.stringify(response.body));
      },
    });
  }
}
