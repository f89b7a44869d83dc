import { isDashboardAddress } from "@deskhand/contract/pages";

const HOME = "/dashboard";

/** Returns the sign-in URL that leads back to a page such as "/dashboard/tickets". */
export function loginAddress(from: string): string {
  return from === HOME ? "/login" : `/login?next=${encodeURIComponent(from)}`;
}

/** Returns the same URL with the error that the session ended unexpectedly. */
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

/** Sets whether the session is expected to end, as it is while signing out. `leaveForLogin` then does nothing. */
export function expectSignOut(expected: boolean): void {
  isSigningOut = expected;
}

/** Opens the sign-in because the session has ended. Signing in leads back to this page. */
export function leaveForLogin(): void {
  if (isSigningOut) return;
  isLeaving = true;
  location.replace(endedAddress(location.pathname + location.search));
}

/** Whether this page is being left for the sign-in. Nothing on it can be saved any more. */
export function isLeavingForLogin(): boolean {
  return isLeaving;
}
