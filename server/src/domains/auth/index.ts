export { type AccountMails, createSignIn, type SignIn, sessionKey } from "./create-sign-in.ts";
export { actorFinder, sessionCookieName } from "./find-actor.ts";
