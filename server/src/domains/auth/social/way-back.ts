import { isDashboardAddress } from "@deskhand/contract/pages";
import { parseCookies } from "better-auth/cookies";

/** The cookie with the page of the dashboard a person wanted before they left for a provider. */
const cookieName = "deskhand_way_back";
/** Its name over HTTPS: browsers accept the prefix only over HTTPS (RFC 6265bis, section 4.1.3.1). */
const secureName = `__Secure-${cookieName}`;
/** The longest address kept while a person is at a provider, and for how many seconds. */
const mostAddress = 2_000;
const keptSeconds = 600;

/** The page of the dashboard to return to, in the form the library accepts. */
export function wayBack(address: string): string {
  const [page = ""] = address.split("#");
  if (!isDashboardAddress(page) || page.length > mostAddress) return "/dashboard";
  return page.replaceAll(/[^\w.+/?=&%@-]/g, encodeURIComponent);
}

/** A cookie that keeps the way back until the person returns: an error on the way may not identify the sign-in. */
export function keepWayBack(address: string, isSecure: boolean): string {
  const value = encodeURIComponent(wayBack(address));
  const attributes = `Max-Age=${keptSeconds}; Path=/api/auth/oauth2/callback; HttpOnly; SameSite=Lax`;
  return isSecure ? `${secureName}=${value}; ${attributes}; Secure` : `${cookieName}=${value}; ${attributes}`;
}

/** The sign-in screen with the error, leading on to the wanted page. */
export function withWayBack(loginAddress: string, cookies: string | undefined): string {
  const kept = parseCookies(cookies ?? "");
  const next = wayBack(kept.get(secureName) ?? kept.get(cookieName) ?? "");
  return next === "/dashboard" ? loginAddress : `${loginAddress}&next=${encodeURIComponent(next)}`;
}
