export type { Actors } from "./actors.ts";
export { sendInvitation, withdrawInvitation } from "./asks/ask-mail.ts";
export { addStaffMember, selectKnownEmails } from "./auth.queries.ts";
export { networkOf } from "./guesses/network-of.ts";
export { attachSignIn, openSignIn, signInOf } from "./open-sign-in.ts";
export { recordRefusals } from "./sign-ins/record-refusals.ts";
export { asOneself } from "./two-factor/as-oneself.ts";
export { resetTwoFactor } from "./two-factor/reset-two-factor.ts";
