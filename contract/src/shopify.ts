import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, timestamp, typedText } from "./page.ts";

/** What Deskhand needs to do at a store; an installation may ask for more that only reads, as `read_all_orders`. */
export const storeScopes = ["read_orders", "read_customers"] as const;

/** `reconnect`: the store no longer takes our token, and has to be connected again. */
const storeStates = ["none", "connected", "reconnect"] as const;

/** A store's own domain at the platform: NAME.myshopify.com, in lower case. No other host is ever asked. */
const domain = /^[a-z\d][a-z\d-]{0,59}\.myshopify\.com$/;
const name = /^[a-z\d][a-z\d-]{0,59}$/;
/** With what may stand before and behind it where somebody copies it from: no user, no port, no dot at its end. */
const copied = /^(?:https?:\/\/)?([a-z\d][a-z\d-]{0,59}\.myshopify\.com)(?:[/?#]|$)/;
const inAdmin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z\d][a-z\d-]{0,59})(?:[/?#]|$)/;
const printable = /^[\x21-\x7e]{1,2000}$/;

/**
 * The domain of a store from what somebody typed or copied: its name, its domain, or an address of its admin. Null for
 * anything else; letters that only look like Latin ones are never made into such.
 */
export function toStoreDomain(text: string): string | null {
  const trimmed = text.trim();
  if (!printable.test(trimmed)) return null;
  const typed = trimmed.toLowerCase();
  if (name.test(typed)) return `${typed}.myshopify.com`;
  const handle = inAdmin.exec(typed)?.[1];
  return handle ? `${handle}.myshopify.com` : (copied.exec(typed)?.[1] ?? null);
}

/** Whether a text is a store's domain exactly as we keep it. */
export function isStoreDomain(text: string): boolean {
  return domain.test(text);
}

const storeStatusSchema = z.object({
  state: z.enum(storeStates),
  /** NAME.myshopify.com; null while no store is connected, as all that follows. */
  shopDomain: z.string().nullable(),
  shopName: z.string().nullable(),
  /** By the platform's own page, or by a token that somebody pasted. */
  origin: z.enum(["oauth", "manual"]).nullable(),
  /** What the store lets us do; `wantedScopes` is what it would be asked for now. */
  scopes: z.array(z.string()),
  wantedScopes: z.array(z.string()),
  connectedAt: timestamp.nullable(),
  lastSyncAt: timestamp.nullable(),
  /** Whether the platform tells of changes by itself. */
  hasWebhooks: z.boolean(),
  /** The pages of the store's admin, without a slash at the end: its orders are below `/orders/{id}`, customers below `/customers/{id}`. */
  adminUrl: z.string().nullable(),
  /** Whether this installation has an app of the platform; a token can be pasted anyway. */
  canConnectByOauth: z.boolean(),
  isSelfTestOffered: z.boolean(),
  /** The page of what plays the platform on this machine; null where it is the platform itself. */
  standInUrl: z.string().nullable(),
  /** What came from the store that was disconnected is still being removed: until then none can be connected. */
  isRemoving: z.boolean(),
});
export type StoreStatus = z.infer<typeof storeStatusSchema>;

/** A store's domain as people type or copy it. */
const shopDomain = (whenBlank: string) =>
  typedText(whenBlank)
    .min(1, whenBlank)
    .transform((typed, context) => {
      const domain = toStoreDomain(typed);
      if (domain === null) context.addIssue("Domain must be a valid Shopify domain (e.g., your-store.myshopify.com)");
      return domain ?? z.NEVER;
    });

const accessToken = typedText("Access token is required")
  .min(1, "Access token is required")
  .refine((token) => token === "" || token.length >= limits.storeTokenMinLength, {
    error: "Access token appears to be invalid (too short)",
    abort: true,
  })
  .regex(/^[\x21-\x7e]{0,500}$/, "Access token appears to be invalid");

const credentialsSchema = z.object({ shopDomain: shopDomain("Shopify domain is required"), accessToken });
export type StoreCredentials = z.output<typeof credentialsSchema>;

const testResultSchema = z.object({
  shopDomain: z.string(),
  shopName: z.string(),
  /** At the store, whatever of it is here. */
  customers: z.number().int(),
  orders: z.number().int(),
});
export type StoreTestResult = z.infer<typeof testResultSchema>;

const selfTestSchema = z.object({
  checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })),
});
export type SelfTest = z.infer<typeof selfTestSchema>;

const refusals = among("store_refused", "store_unreachable", "store_scopes_missing");
const takenRefusals = among("store_connected_elsewhere", "other_store_connected", "store_being_removed");

export const shopify = {
  status: endpoint("store:read", "GET", "/shopify/status").output(storeStatusSchema),
  /** What is here of the store. */
  counts: endpoint("store:read", "GET", "/shopify/counts").output(
    z.object({ customers: z.number().int(), orders: z.number().int() }),
  ),
  /** Where the platform asks whether the store may be connected; it comes back to `/api/shopify/callback`. */
  connect: endpoint("store:manage", "POST", "/shopify/connect")
    .errors({ ...among("store_oauth_unavailable"), ...takenRefusals })
    .input(z.object({ shopDomain: shopDomain("Please enter your Shopify store domain first") }))
    .output(z.object({ authorizationUrl: z.string() })),
  /** After the return: confirms that the store is this tenant's, connected by who asks. */
  associate: endpoint("store:manage", "POST", "/shopify/associate")
    .errors(among("store_not_connected"))
    .input(z.object({ shopDomain: shopDomain("Shopify domain is required") }))
    .output(storeStatusSchema),
  /** Connects a store by a token that somebody made there, once the store takes it. */
  save: endpoint("store:manage", "PUT", "/shopify/store")
    .errors({ ...refusals, ...takenRefusals })
    .input(credentialsSchema)
    .output(storeStatusSchema),
  /** Tries a domain and a token, and keeps neither. */
  test: endpoint("store:manage", "POST", "/shopify/test")
    .errors(refusals)
    .input(credentialsSchema)
    .output(testResultSchema),
  /** Tries the connection that is kept. */
  testSaved: endpoint("store:manage", "POST", "/shopify/test-saved")
    .errors({ ...refusals, ...among("store_not_connected") })
    .output(testResultSchema),
  /** Tries every part of the connection; outside production only. */
  selfTest: endpoint("store:manage", "POST", "/shopify/self-test").errors(among("not_found")).output(selfTestSchema),
  /** Removes the credentials and all that came from the store. `isTold` is false when the platform could not be told of it. */
  disconnect: endpoint("store:manage", "POST", "/shopify/disconnect")
    .errors(among("store_not_connected"))
    .output(z.object({ shopDomain: z.string(), isTold: z.boolean() })),
};

/** The newest orders, or what was changed since the last sync; `backfill` runs by itself, once, after connecting. */
const syncKinds = ["full", "incremental", "backfill"] as const;

const syncSchema = z.object({
  id,
  kind: z.enum(syncKinds),
  state: z.enum(["running", "completed", "failed"]),
  /** Null while it runs. */
  success: z.boolean().nullable(),
  /** "Sync Completed", "Sync failed" or "Syncing orders". */
  message: z.string(),
  /** Why it failed, in plain words. */
  error: z.string().nullable(),
  ordersFetched: z.number().int(),
  ordersSynced: z.number().int(),
  errors: z.number().int(),
  /** The highest of the store's ids among them. */
  lastOrderId: z.string().nullable(),
  /** Null where it cannot be known before. */
  ordersExpected: z.number().int().nullable(),
  /** Orders that could not be taken over, each with its id and why; at most 50 of them. */
  unreadable: z.array(z.string()),
  /** Null for what runs by itself. */
  startedByName: z.string().nullable(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type Sync = z.infer<typeof syncSchema>;

export const syncs = {
  /** Starts a sync, which goes on by itself. */
  start: endpoint("store:manage", "POST", "/shopify/syncs")
    .errors(among("store_not_connected", "store_needs_reconnecting", "sync_running", "sync_needs_full"))
    .input(z.object({ kind: z.enum(["full", "incremental"]) }))
    .output(syncSchema),
  /** Has an order read again of which subtotal, discounts, shipping and taxes are not known; `isRead` is false where they are, and without a store. */
  readOrder: endpoint("orders:read", "POST", "/shopify/orders/{id}/read", {
    twice: "an order that waits to be read is read once",
  })
    .errors(among("order_not_found"))
    .input(z.object({ id }))
    .output(z.object({ isRead: z.boolean() })),
  /** What runs, and the 10 newest of those that ended, the newest first. */
  list: endpoint("store:read", "GET", "/shopify/syncs").output(
    z.object({ running: z.array(syncSchema), history: z.array(syncSchema) }),
  ),
};
