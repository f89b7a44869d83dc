import type { GenericEndpointContext } from "better-auth";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** How long a session lasts that is not used; in seconds. */
export const sessionSeconds = 30 * 24 * 3600;
const longestMs = { remembered: 90 * dayMs, forgotten: 12 * hourMs };

type Request = GenericEndpointContext | null | undefined;

/** When a new session ends if it is not used, and when it ends in any case (docs/product.md#signing-in). */
export async function boundsOf({ expiresAt }: { expiresAt: Date }, request: Request) {
  const now = Date.now();
  // The library gives a session a day whose cookie is to end with the browser.
  const isShort = expiresAt.getTime() - now < 2 * dayMs;
  const isForgotten = isShort || (request?.path !== "/sign-in/email" && (await isToBeForgotten(request)));
  const endsAt = new Date(now + (isForgotten ? longestMs.forgotten : longestMs.remembered));
  return { endsAt, expiresAt: new Date(Math.min(endsAt.getTime(), now + sessionSeconds * 1000)) };
}

/** Whether the session before, which this one takes the place of, was to end with the browser. */
async function isToBeForgotten(request: Request): Promise<boolean> {
  if (!request) return false;
  const { authCookies, secret } = request.context;
  return Boolean(await request.getSignedCookie(authCookies.dontRememberToken.name, secret));
}
