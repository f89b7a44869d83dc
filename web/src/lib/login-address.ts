import { isDashboardAddress } from "@deskhand/contract/pages";

const HOME = "/dashboard";

/** The address of the sign-in screen that leads back to where one was, such as "/dashboard/tickets". */
export function loginAddress(from: string): string {
  return from === HOME ? "/login" : `/login?next=${encodeURIComponent(from)}`;
}

/** The same, where the sign-in screen has to say that the session ended in the middle of something. */
export function endedAddress(from: string): string {
  const address = loginAddress(from);
  return `${address}${address.includes("?") ? "&" : "?"}error=session_ended`;
}

/** Where to go after signing in: the `next` of the sign-in screen's address if it lies inside the dashboard. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get("next");
  return next !== null && isDashboardAddress(next) ? next : HOME;
}

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
