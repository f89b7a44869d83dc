import { isDashboardAddress } from "@deskhand/contract/pages";
import { parseCookies } from "better-auth/cookies";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { fail } from "../../platform/fail.ts";
import { providerIds } from "../../platform/oauth/ask-provider.ts";
import type { Services } from "../../platform/services.ts";
import { networkOf } from "./guesses/network-of.ts";
import { signInOf } from "./open-sign-in.ts";
import { recordSignIns, refusedWords } from "./sign-ins/record-sign-ins.ts";
import { inTurn, turnsOf } from "./social/in-turn.ts";
import { toWebRequest } from "./to-web-request.ts";

const inputSchema = z.object({ provider: z.enum(providerIds), callbackURL: z.string().optional().catch(undefined) });
/** The code of a failed sign-in at a provider where nothing says more. */
const unknownCode = "PROVIDER_FAILED";
/** Where a failed sign-in leads; the code follows. */
const errorAddress = "/login?error=";
/**
 * The errors of providers (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core, section 3.1.2.6) and of the
 * library.
 */
const knownReasons = new Set(
  `access_denied invalid_request unauthorized_client unsupported_response_type invalid_scope server_error temporarily_unavailable
  invalid_client invalid_grant login_required consent_required interaction_required account_selection_required state_mismatch
  state_not_found no_code invalid_code unable_to_get_user_info email_not_found account_not_linked signup_disabled`.split(
    /\s+/,
  ),
);

/**
 * Signs in with an account elsewhere (docs/product.md#google-and-twitter): sends the browser there, and handles its
 * return. A page names only the provider and where in the dashboard to return; any error on the way back becomes a
 * sentence of the sign-in screen.
 */
export function socialRoutes(
  http: FastifyInstance,
  services: Pick<Services, "db" | "jobs" | "settings" | "log">,
): void {
  const { settings, log } = services;
  const { auth } = signInOf(http);
  const turns = turnsOf(settings);
  http.register(async (scope) => {
    recordSignIns(scope, services);
    scope.route({
      method: "POST",
      url: "/api/auth/sign-in/social",
      compress: false,
      handler: async (request, reply) => {
        const { provider, callbackURL = "" } = inputSchema.safeParse(request.body).data ?? {};
        if (!provider || !settings.social[provider].client) throw fail("provider_not_enabled");
        const body = { provider, callbackURL: wayBack(callbackURL), errorCallbackURL: "/login" };
        const headers = { ...request.headers, "content-type": "application/json" };
        const web = toWebRequest({ ...pick(request), headers }, settings.publicUrl, JSON.stringify(body));
        reply.header("set-cookie", keepWayBack(callbackURL, settings.publicUrl.startsWith("https:")));
        return reply.send(await auth.handler(web));
      },
    });
    for (const id of providerIds) {
      scope.route({
        method: "GET",
        url: `/api/auth/oauth2/callback/${id}`,
        exposeHeadRoute: false,
        compress: false,
        handler: async (request, reply) => {
          const back = (login: string) => withWayBack(login, request.headers.cookie);
          try {
            const web = toWebRequest(pick(request), settings.publicUrl, null);
            const response = await inTurn(services, turns, () => auth.handler(web));
            const refused = (code: string) => log.info({ network: networkOf(request.ip), way: id, code }, refusedWords);
            if (response.status >= 400) {
              const code = await codeOf(response);
              refused(code);
              return reply.redirect(back(failed(code)));
            }
            const to = response.headers.get("location") ?? "";
            if (to.startsWith(errorAddress)) {
              refused(knownReason(to));
              response.headers.set("location", back(to));
            }
            return reply.send(response);
          } catch (error) {
            // The browser shows whatever this responds, so it is sent back to the screen it came from.
            log.error({ err: error }, "sign-in at a provider");
            return reply.redirect(back(failed(unknownCode)));
          }
        },
      });
    }
  });
}

function pick({ url, method, headers, ip }: Parameters<typeof toWebRequest>[0]) {
  return { url, method, headers, ip };
}

/** The known error code in an address that leads back; anybody can make such an address, with any words in it. */
function knownReason(address: string): string {
  const [code = ""] = /^\w+/.exec(address.slice(errorAddress.length)) ?? [];
  return knownReasons.has(code) ? code : "other";
}

function failed(code: string): string {
  return errorAddress + encodeURIComponent(code.toLowerCase());
}

async function codeOf(response: Response): Promise<string> {
  const body = z.object({ code: z.string() }).safeParse(await response.json().catch(() => null));
  if (response.status === 429) return "TOO_MANY_REQUESTS";
  return body.data?.code ?? unknownCode;
}

/** The cookie with the page of the dashboard a person wanted before they left for a provider. */
const cookieName = "deskhand_way_back";
/** Its name over HTTPS: browsers accept the prefix only over HTTPS (RFC 6265bis, section 4.1.3.1). */
const secureName = `__Secure-${cookieName}`;
/** The longest address kept while a person is at a provider, and for how many seconds. */
const maxAddressLength = 2_000;
const keptSeconds = 600;

/** The page of the dashboard to return to, in the form the library accepts. */
function wayBack(address: string): string {
  const [page = ""] = address.split("#");
  if (!isDashboardAddress(page) || page.length > maxAddressLength) return "/dashboard";
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
  const parsed = parseCookies(cookies ?? "");
  const next = wayBack(parsed.get(secureName) ?? parsed.get(cookieName) ?? "");
  return next === "/dashboard" ? loginAddress : `${loginAddress}&next=${encodeURIComponent(next)}`;
}
