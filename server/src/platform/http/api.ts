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

// Named, because the compiler does not print a type as long as all endpoints together.
type Api = ImplementerInternalWithMiddlewares<Contract, RequestContext, ActorContext>;

/** Implements the contract: checks each endpoint's permission before it reads the input. */
export const api: Api = implement(contract)
  .$context<RequestContext>()
  // Outputs are checked by the compiler and validated by the tests' client; validating them here cost a list 5 % of its
  // time.
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
      // A permission was revoked during the request.
      if (error instanceof Failure && error.code === "not_allowed") throw notAllowed(access, refusal);
      throw error;
    }
  });

/**
 * Returns the actor if they have the permission, else throws why not, with `refusal` as its message if given. Someone
 * who has not finished signing in is told the next step.
 */
export function requireAccess(actor: Actor | null, access: Access | undefined, refusal?: string): Actor {
  if (!actor) throw fail("not_signed_in");
  const isAllowed = access !== undefined && access !== "public" && actor.can.includes(access);
  if (actor.step && !isAllowed) {
    throw fail(actor.step === "set-up" ? "two_factor_required" : "not_signed_in");
  }
  if (!isAllowed) throw notAllowed(access, refusal);
  return actor;
}

function notAllowed(access: Access | undefined, refusal: string | undefined): Failure {
  return new Failure("not_allowed", undefined, refusal ?? (access && refusalOf(access)));
}

/**
 * In bytes. A page of the list stays below: compressing it costs more processor time than creating it, and what fits
 * the first packets of a connection (RFC 6928) arrives just as fast.
 */
const compressFrom = 32_000;
/** A placeholder to build URLs; only their path matters. */
const origin = "http://localhost";

/**
 * Wraps an endpoint's output, which is already JSON: the package searches plain objects for other values and would copy
 * each, which cost a list 3 % of its time, and memory.
 */
class JsonOutput {
  readonly #output: unknown;

  constructor(output: unknown) {
    this.#output = output;
  }

  toJSON(): unknown {
    return this.#output;
  }
}

/** Serves the contract's endpoints below `/api`. Checks permission before it reads the body. */
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
          return new JsonOutput(await next());
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
        // Calls the handler directly: the package's Fastify adapter creates an AbortSignal for each request, which no
        // endpoint uses.
        const { method, url, headers, body } = request;
        const apiRequest = { method, url: new URL(url, origin), headers, body: async () => body, signal: undefined };
        const { matched, response } = await handler.handle(apiRequest, { prefix: "/api", context });
        if (!matched) return sendFailure(reply, fail("not_found"));
        return reply.code(response.status).type("application/json; charset=utf-8").send(JSON.stringify(response.body));
      },
    });
  }
}
