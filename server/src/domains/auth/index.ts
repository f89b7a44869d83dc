export type { Actors } from "./actors.ts";
export { attachSignIn, openSignIn } from "./open-sign-in.ts";
export { addStaffMember, selectKnownEmails } from "./people.queries.ts";
