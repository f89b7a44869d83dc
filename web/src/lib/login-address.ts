import { isDashboardAddress } from "@deskhand/contract/pages";

const HOME = "/dashboard";

/** Returns the sign-in URL that leads back to a page such as "/dashboard/tickets". */
export function loginAddress(from: string): string {
  return from === HOME ? "/login" : `/login?next=${encodeURIComponent(from)}`;
}

/** The same, saying that the session ended unexpectedly. */
export function endedAddress(from: string): string {
  const address = loginAddress(from);
  return `${address}${address.includes("?") ? "&" : "?"}error=session_ended`;
}

/** Returns where to go after signing in: the URL's `next` if it is inside the dashboard. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get("next");
  return next !== null && isDashboardAddress(next) ? next : HOME;
}

let isSigningOut = false;
let isLeaving = false;

/** Whether an ended session is expected, as after signing out, so that it needs no way back. */
export function expectSignOut(expected: boolean): void {
  isSigningOut = expected;
}

/** Goes to the sign-in because the session has ended, and back here afterwards. */
export function leaveForLogin(): void {
  if (isSigningOut) return;
  isLeaving = true;
  location.replace(endedAddress(location.pathname + location.search));
}

/** Whether this page is being left for the sign-in, so that nothing can be saved any more. */
export function isLeavingForLogin(): boolean {
  return isLeaving;
}
