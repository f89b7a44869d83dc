import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { timestamp } from "../page.ts";
import { orderActionKinds } from "./action-kinds.ts";

const grantSchema = z.object({
  /**
   * `off`: nobody asked for it, or it was taken back: Deskhand only reads. `on`: all scopes are there. `partly`: some are missing, so some actions cannot be chosen. `lost`:
   * Shopify took scopes away while it was on; who looks after the store is told until it is allowed again or taken back. `none`: no store is connected.
   */
  state: z.enum(["none", "off", "on", "partly", "lost"]),
  /** How the store is connected. By a pasted token nobody is sent to Shopify: its own scopes count, and `allow` reads them. */
  origin: z.enum(["oauth", "manual"]).nullable(),
  /** Each scope with what it is for, in words to show, and whether Shopify lists it among those granted. */
  scopes: z.array(z.object({ scope: z.string(), purpose: z.string(), isGranted: z.boolean() })),
  /** Those that were there and are gone; empty unless `lost`. */
  lost: z.array(z.string()),
  /** The actions that can be chosen now. */
  kinds: z.array(z.enum(orderActionKinds)),
  /** When Shopify was last asked which scopes there are, and since when it is on. */
  readAt: timestamp.nullable(),
  since: timestamp.nullable(),
  /**
   * True after it was taken back here while Shopify still lists write scopes, as it does for a pasted token, which only the store can change: Deskhand does not use them.
   */
  isStillGranted: z.boolean(),
});
export type OrderGrant = z.infer<typeof grantSchema>;

const refusal = "Only administrators can allow changes to orders";
const refusals = among(
  ...(["store_not_connected", "store_needs_reconnecting", "store_refused", "store_unreachable"] as const),
);

/** The second, optional grant: that Deskhand may change orders (docs/product.md#acting-on-orders). Everything else works without it. */
export const orderGrant = {
  status: endpoint("store:read", "GET", "/shopify/grant").output(grantSchema),
  /**
   * Begins it. With a Shopify app it returns the address of Shopify's page, which asks for the scopes and leads back to Shopify Integration, as connecting does. With a pasted token it reads the
   * token's scopes, switches it on and returns null; if the token has none of them, it fails with `order_actions_not_granted` and what is missing.
   */
  allow: endpoint("store:manage", "POST", "/shopify/grant", { refusal, twice: "Shopify is asked again" })
    .errors({ ...refusals, ...among("store_oauth_unavailable", "order_actions_not_granted") })
    .output(z.object({ authorizationUrl: z.string().nullable(), grant: grantSchema })),
  /** Takes it back: Deskhand acts on no order any more, gives the scopes back to Shopify where it can, and asks only for reading from then on. */
  takeBack: endpoint("store:manage", "POST", "/shopify/grant/take-back", { refusal, twice: "it is off" })
    .errors(among("store_not_connected"))
    .output(grantSchema),
  /** Asks Shopify which scopes there are at this moment. */
  readAgain: endpoint("store:manage", "POST", "/shopify/grant/read", { refusal, twice: "reads only" })
    .errors(refusals)
    .output(grantSchema),
};
