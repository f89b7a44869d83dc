import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A large file may take as long as the server's `requestTimeout` over a slow line. */
    mayTakeLong?: boolean;
  }
}

/** Hangs up on a request whose body has not come whole after so many milliseconds, but for routes that take large files. */
export function endSlowBodies(http: FastifyInstance, ms: number): void {
  http.addHook("onRequest", async ({ raw, headers, routeOptions }) => {
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
    if (!hasBody || routeOptions.config.mayTakeLong) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, ms);
    raw.once("close", () => clearTimeout(timer));
  });
}
