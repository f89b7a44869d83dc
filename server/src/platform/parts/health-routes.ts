import type { FastifyInstance } from "fastify";
import type { Health } from "./health.ts";

/** Tells on the website how it goes. */
export function healthRoutes(http: FastifyInstance, health: Health): void {
  for (const [path, tell] of health) {
    http.get(path, async (_request, reply) => {
      const { status, headers, body } = await tell();
      return reply.code(status).headers(headers).send(body);
    });
  }
}
