import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/services.ts";
import { type Actors, openActors, renewSessions } from "./actors.ts";
import { createSignIn, type SignIn } from "./create-sign-in.ts";

/** The sign-in of one HTTP server, with who is signed in there. */
export type OpenSignIn = SignIn & { actors: Actors };

/** Opens the sign-in; `url` signs in as its role. The HTTP server is made with it, because it asks it who somebody is. */
export async function openSignIn(services: Services, url: string): Promise<OpenSignIn> {
  const signIn = await createSignIn(services, url);
  return { ...signIn, actors: openActors(services.db, signIn) };
}

/** Has the sign-in renew sessions that are used at a server, and end with it. */
export function attachSignIn(http: FastifyInstance, signIn: OpenSignIn): void {
  http.decorate("signIn", signIn);
  http.addHook("onClose", () => signIn.close());
  renewSessions(http, signIn);
}

/** The sign-in that was attached to a server. */
export function signInOf(http: FastifyInstance): OpenSignIn {
  return http.getDecorator("signIn");
}
