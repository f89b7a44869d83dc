import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { StandardOpenAPIHandler } from "@orpc/openapi/standard";
import type { Router } from "@orpc/server";
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from "@orpc/zod/zod4";
import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";
import type { Services } from "../services.ts";
import { requireAccess } from "./api.ts";
import { bodyLimits } from "./body-limits.ts";
import type { RequestContext } from "./context.ts";
import { sendFailure, toFailure, toOrpcError } from "./to-failure.ts";

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
