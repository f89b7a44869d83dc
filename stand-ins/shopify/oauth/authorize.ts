import { html, type Incoming, type Outgoing, redirect } from "../http.ts";
import { escapeHtml, page } from "../page/html.ts";
import { randomToken, signQuery } from "../signatures.ts";
import type { StandInApp, StoreState } from "../state/store-state.ts";
import { lifetimes } from "./tokens.ts";

/** A code that was issued and may be exchanged once. */
export type GrantedCode = { code: string; shop: string; scopes: string[]; expiresAt: number };
export type AuthorizeContext = { app: StandInApp; state: StoreState; codes: Map<string, GrantedCode>; now: number };

/** The scopes that an app may ask for here; a write scope includes its read scope. */
const knownScopes = [
  ...["read_orders", "read_all_orders", "write_orders", "read_customers", "write_customers", "read_products"],
  ...["write_order_edits", "write_draft_orders", "read_locations", "write_merchant_managed_fulfillment_orders"],
  ...["read_fulfillments", "read_merchant_managed_fulfillment_orders", "read_assigned_fulfillment_orders"],
] as const;
const meanings: Record<string, string> = {
  read_orders: "View orders of the last 60 days",
  read_all_orders: "View all orders, older ones too",
  read_customers: "View customers: names, addresses, phone numbers, e-mail",
  read_products: "View products",
  read_locations: "View locations",
  write_orders: "Change, cancel and refund orders",
  write_order_edits: "Change the items of orders",
  write_draft_orders: "Make drafts of orders, and send their invoices",
  write_merchant_managed_fulfillment_orders: "Change shipments",
  read_fulfillments: "View shipments",
};

/** Shows the install screen; sends an app that is already installed with all its scopes straight back. */
export function showAuthorize(context: AuthorizeContext, { query }: Incoming): Outgoing {
  const { app, state } = context;
  const fault = faultOf(app, query);
  if (fault) return oauthFault(400, fault);
  const scopes = scopesOf(query);
  const isInstalled = state.tokens.some(
    (token) => !token.isCustom && scopes.every((scope) => token.scopes.includes(scope)),
  );
  if (isInstalled) return grant(context, query);
  const rows = scopes.map(
    (scope) => `<li>${escapeHtml(meanings[scope] ?? scope)} <code>${escapeHtml(scope)}</code></li>`,
  );
  return html(
    200,
    page(
      `Install ${app.name}`,
      `<p class="note">This is the stand-in for Shopify, for development. No real store is touched.</p>
      <h1>Install app</h1>
      <p><strong>${escapeHtml(app.name)}</strong> wants to be installed on <strong>${escapeHtml(state.name)}</strong>
      (${escapeHtml(state.domain)}). It will be able to:</p><ul>${rows.join("")}</ul>
      <form method="post"><button name="answer" value="install" class="main">Install</button>
      <button name="answer" value="cancel">Cancel</button>
      <button name="answer" value="refuse" title="What OAuth 2.0 provides for a refusal">Go back with error=access_denied</button></form>`,
    ),
  );
}

/** Answers the pressed button. Cancel leads to the store's admin, as with Shopify, and the app hears nothing. */
export function answerAuthorize(context: AuthorizeContext, { query }: Incoming, answer: string | undefined): Outgoing {
  const fault = faultOf(context.app, query);
  if (fault) return oauthFault(400, fault);
  if (answer === "install") return grant(context, query);
  if (answer === "cancel") return redirect(`/${context.state.domain}/admin/apps`);
  const back = new URL(query.get("redirect_uri") ?? "");
  back.searchParams.set("error", "access_denied");
  back.searchParams.set("error_description", "The merchant denied the request");
  back.searchParams.set("state", query.get("state") ?? "");
  return redirect(back.href);
}

/** Makes Shopify's page for a refusal in OAuth, or JSON for clients that accept it. */
export function oauthFault(status: number, { error, text }: OAuthFault, accept = "text/html"): Outgoing {
  if (accept.includes("json")) {
    const body = JSON.stringify({ error, error_description: text });
    return { status, headers: { "content-type": "application/json; charset=utf-8" }, body };
  }
  const title = `${status} - Oauth error ${error}`;
  return html(
    status,
    page(title, `<p>Oops, something went wrong.</p><p>Oauth error ${error}: ${escapeHtml(text)}</p>`),
  );
}
export type OAuthFault = { error: string; text: string };

function faultOf(app: StandInApp, query: URLSearchParams): OAuthFault | null {
  if (query.get("client_id") !== app.apiKey)
    return { error: "application_cannot_be_found", text: "The app couldn't be found" };
  if (!app.redirectUris.includes(query.get("redirect_uri") ?? ""))
    return { error: "invalid_request", text: "The redirect_uri is not whitelisted" };
  const scopes = scopesOf(query);
  const unknown = scopes.filter((scope) => !(knownScopes as readonly string[]).includes(scope));
  if (scopes.length === 0 || unknown.length > 0)
    return {
      error: "invalid_scope",
      text: `The access scope is invalid: ${unknown.join(", ") || "none was asked for"}`,
    };
  return null;
}

function scopesOf(query: URLSearchParams): string[] {
  return (query.get("scope") ?? "").split(/[\s,]{1,9}/).filter(Boolean);
}

function grant({ app, state, codes, now }: AuthorizeContext, query: URLSearchParams): Outgoing {
  const code = randomToken("");
  codes.set(code, { code, shop: state.domain, scopes: scopesOf(query), expiresAt: now + lifetimes.code });
  const store = state.domain.replace(/\.myshopify\.com$/, "");
  const signed = signQuery(app.apiSecret, {
    code,
    shop: state.domain,
    state: query.get("state") ?? "",
    timestamp: String(Math.floor(now / 1000)),
    host: Buffer.from(`admin.shopify.com/store/${store}`).toString("base64url"),
  });
  const back = new URL(query.get("redirect_uri") ?? "");
  for (const [name, value] of signed) back.searchParams.set(name, value);
  return redirect(back.href);
}
