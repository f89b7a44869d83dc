export { type Actors, openActors, renewSessions } from "./actors.ts";
export { createSignIn } from "./create-sign-in.ts";
export { addStaffMember, selectKnownEmails } from "./people.queries.ts";
