export { type Actors, openActors, sessionCookieName } from "./actors.ts";
export { addStaffMember } from "./add-staff-member.ts";
export { createSignIn, sessionKey } from "./create-sign-in.ts";
export { selectKnownEmails } from "./people.queries.ts";
export { putOffSessions } from "./put-off-sessions.ts";
