export { addStaffMember } from "./add-staff-member.ts";
export { createSignIn, sessionKey } from "./create-sign-in.ts";
export { actorFinder, sessionCookieName } from "./find-actor.ts";
export { selectKnownEmails } from "./people.queries.ts";
export { putOffSessions } from "./put-off-sessions.ts";
