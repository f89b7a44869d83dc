import { adminUrl } from "@deskhand/contract/admin/sections";
import type { FastifyInstance } from "fastify";
import { Failure, fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import type { Services } from "../../../platform/services.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { callbackPath, finishOAuth, ReturnRefused } from "./oauth.ts";

/**
 * `GET /api/shopify/callback`: the return from the platform's page. The result is shown on the screen that led there.
 */
export function callbackRoutes(http: FastifyInstance, services: Services): void {
  // A HEAD request would use the state up.
  http.get(callbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    try {
      if (!request.actor) throw new ReturnRefused("You must be logged in to connect your Shopify store");
      const actor = requireAccess(request.actor, "store:manage");
      const { shopDomain: shop, isGrant } = await finishOAuth(
        services,
        actor,
        request.url.split("?").slice(1).join("?"),
      );
      const what: Record<string, string> = isGrant ? { oauth_grant: "true" } : {};
      return reply.redirect(adminUrl("shopify", Object.assign({ oauth_success: "true", shop }, what)), 303);
    } catch (error) {
      return reply.redirect(adminUrl("shopify", { oauth_error: wordsFor(error, services) }), 303);
    }
  });
}

function wordsFor(error: unknown, { log }: Services): string {
  if (error instanceof ReturnRefused || error instanceof Failure) return error.message;
  if (error instanceof StoreFault) {
    log.warn({ err: error }, "a store could not be connected");
    return error.kind === "refused"
      ? "Shopify did not accept the connection. Please try again"
      : fail("store_unreachable").message;
  }
  log.error({ err: error }, "unexpected error");
  return "An unexpected error occurred";
}
