import { isDashboardAddress } from "@deskhand/contract/pages";
import { parseCookies } from "better-auth/cookies";

/** Where of the dashboard somebody was going who is at a provider. */
const cookieName = "deskhand_way_back";
/** Its name over HTTPS: browsers take one that begins so from nobody who speaks plain HTTP (RFC 6265bis, section 4.1.3.1). */
const secureName = `__Secure-${cookieName}`;
/** As much of an address as is kept while one is at a provider, and for how many seconds. */
const mostAddress = 2_000;
const keptSeconds = 600;

/** The page of the dashboard to come back to, written as the library takes addresses. */
export function wayBack(address: string): string {
  const [page = ""] = address.split("#");
  if (!isDashboardAddress(page) || page.length > mostAddress) return "/dashboard";
  return page.replaceAll(/[^\w.+/?=&%@-]/g, encodeURIComponent);
}

/** A cookie that keeps the way back until one comes from a provider: what went wrong there may not say whose sign-in it was. */
export function keepWayBack(address: string, isSecure: boolean): string {
  const value = encodeURIComponent(wayBack(address));
  const attributes = `Max-Age=${keptSeconds}; Path=/api/auth/oauth2/callback; HttpOnly; SameSite=Lax`;
  return isSecure ? `${secureName}=${value}; ${attributes}; Secure` : `${cookieName}=${value}; ${attributes}`;
}

/** The sign-in screen with what went wrong, which leads to where one was going. */
export function withWayBack(loginAddress: string, cookies: string | undefined): string {
  const kept = parseCookies(cookies ?? "");
  const next = wayBack(kept.get(secureName) ?? kept.get(cookieName) ?? "");
  return next === "/dashboard" ? loginAddress : `${loginAddress}&next=${encodeURIComponent(next)}`;
}
