import { loginAddress } from "./login-address.ts";

let isSigningOut = false;

/** From here on a call that finds the session gone is no surprise: whoever signs out needs no way back. */
export function expectSignOut(expected: boolean): void {
  isSigningOut = expected;
}

/** Leaves for the sign-in because the session has ended, and comes back here after it. */
export function leaveForLogin(): void {
  if (!isSigningOut) location.replace(loginAddress(location.pathname + location.search));
}
