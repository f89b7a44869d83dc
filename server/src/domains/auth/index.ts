export { createSignIn, sessionKey } from "./create-sign-in.ts";
export { actorFinder, sessionCookieName } from "./find-actor.ts";
