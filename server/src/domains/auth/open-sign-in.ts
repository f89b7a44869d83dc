import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/services.ts";
import { type Actors, openActors, renewSessions } from "./actors.ts";
import { createSignIn, type SignIn } from "./create-sign-in.ts";

/** The sign-in of one HTTP server, with its signed-in people. */
export type OpenSignIn = SignIn & { actors: Actors };

/**
 * Opens the sign-in; `url` connects as its database role. Made before the HTTP server, which needs it to identify
 * people.
 */
export async function openSignIn(services: Services, url: string): Promise<OpenSignIn> {
  const signIn = await createSignIn(services, url);
  return { ...signIn, actors: openActors(services.db, signIn) };
}

/** Has the sign-in renew sessions used at a server, and closes it with the server. */
export function attachSignIn(http: FastifyInstance, signIn: OpenSignIn): void {
  http.decorate("signIn", signIn);
  http.addHook("onClose", () => signIn.close());
  renewSessions(http, signIn);
}

/** Returns the sign-in attached to a server. */
export function signInOf(http: FastifyInstance): OpenSignIn {
  return http.getDecorator("signIn");
}
