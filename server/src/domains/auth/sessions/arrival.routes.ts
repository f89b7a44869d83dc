import { arrivalUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";

/** `GET /api/sign-in/arrival`: where whoever asks is in the sign-in, also who is not in it: for them it is no refusal. */
export function arrivalRoutes(http: FastifyInstance): void {
  http.get(arrivalUrl, (request, reply) => {
    const at = request.actor ? "in" : (request.arriving?.step ?? "out");
    return reply.header("cache-control", "no-store").send({ at });
  });
}
