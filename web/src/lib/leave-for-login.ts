import { endedAddress } from "./login-address.ts";

let isSigningOut = false;
let isLeaving = false;

/** From here on a call that finds the session gone is no surprise: whoever signs out needs no way back. */
export function expectSignOut(expected: boolean): void {
  isSigningOut = expected;
}

/** Leaves for the sign-in because the session has ended, and comes back here after it. */
export function leaveForLogin(): void {
  if (isSigningOut) return;
  isLeaving = true;
  location.replace(endedAddress(location.pathname + location.search));
}

/** Whether this page is being left for the sign-in: nothing on it can be saved any more. */
export function isLeavingForLogin(): boolean {
  return isLeaving;
}
