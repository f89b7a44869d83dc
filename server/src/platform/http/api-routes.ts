import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoints";
import { OpenAPIHandler } from "@orpc/openapi/fastify";
import type { Router } from "@orpc/server";
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from "@orpc/zod/zod4";
import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";
import type { Services } from "../services.ts";
import { sendFailure, toFailure, toOrpcError } from "./answer-errors.ts";
import { requireAccess } from "./api.ts";
import type { RequestContext } from "./context.ts";

/** Serves the contract's endpoints below `/api`; who may not use one is refused before the body is read. */
export function apiRoutes(
  http: FastifyInstance,
  services: Services,
  router: Router<typeof contract, RequestContext>,
): void {
  const handler = new OpenAPIHandler<RequestContext>(router, {
    plugins: [new ZodSmartCoercionPlugin()],
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          throw toOrpcError(toFailure(error, context.requestId, services.log));
        }
      },
    ],
  });
  for (const { method, path, access } of endpointsOf(contract)) {
    http.route({
      method,
      url: `/api${path.replace(/\{(\w+)\}/g, ":$1")}`,
      onRequest: async ({ actor }) => {
        requireAccess(actor, access);
      },
      handler: async (request, reply) => {
        const context = { services, actor: request.actor, requestId: request.id, request, reply };
        const { matched } = await handler.handle(request, reply, { prefix: "/api", context });
        return matched ? reply : sendFailure(reply, fail("not_found"));
      },
    });
  }
}
