import { arrivalUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";

/** `GET /api/sign-in/arrival`: the caller's step of the sign-in; being signed out is an answer too, not a refusal. */
export function arrivalRoutes(http: FastifyInstance): void {
  http.get(arrivalUrl, (request, reply) => {
    const at = request.actor ? "in" : (request.arriving?.step ?? "out");
    return reply.header("cache-control", "no-store").send({ at });
  });
}
