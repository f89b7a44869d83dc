import type { contract } from "@deskhand/contract";
import { OpenAPIHandler } from "@orpc/openapi/fastify";
import type { Router } from "@orpc/server";
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from "@orpc/zod/zod4";
import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";
import type { Services } from "../services.ts";
import { sendFailure, toFailure, toOrpcError } from "./answer-errors.ts";
import type { RequestContext } from "./context.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** Serves the contract's endpoints below `/api`. */
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
  http.route({
    method: [...methods],
    url: "/api/*",
    handler: async (request, reply) => {
      const context = { services, actor: request.actor, requestId: request.id, request, reply };
      const { matched } = await handler.handle(request, reply, { prefix: "/api", context });
      return matched ? reply : sendFailure(reply, fail("not_found"));
    },
  });
}
