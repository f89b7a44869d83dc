import { orderStore } from "../data/make-order-store.ts";
import { reportStore } from "../data/make-report-store.ts";
import { password, staffEmail } from "../data/people.ts";
import { tenantShares } from "../data/scale.ts";

/** Signs in a person of a tenant's staff, 0 being the admin; returns the session cookie as a Cookie header's value. */
export async function signIn(httpPort: number, tenant: number, person = 0): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${httpPort}/api/auth/sign-in/email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: `http://127.0.0.1:${httpPort}`,
      // Sign-ins are limited by address, so every person has another.
      "x-forwarded-for": `198.${18 + tenant}.${person >> 8}.${person & 255}`,
    },
    body: JSON.stringify({ email: staffEmail(tenant, person), password, rememberMe: true }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ");
}

/** The header lines that a browser sends with each request of the app. */
export function browserHeaders(cookie: string): string {
  return [
    `cookie: ${cookie}`,
    "accept: */*",
    "accept-encoding: gzip, deflate, br",
    "accept-language: en",
    "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "sec-fetch-mode: cors",
    "sec-fetch-site: same-origin",
    "",
  ].join("\r\n");
}

/** Signs in all tenants' admins; `of tickets` leaves out the stores with many orders and with reports, which earlier builds lack. */
export function signInAll(httpPort: number, which: "all" | "of tickets" = "all"): Promise<string[]> {
  const tenants = [...tenantShares.keys(), ...(which === "all" ? [orderStore.index, reportStore.index] : [])];
  return Promise.all(tenants.map((tenant) => signIn(httpPort, tenant)));
}
