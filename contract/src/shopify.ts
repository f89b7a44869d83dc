import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, timestamp, typedText } from "./page.ts";

/** The scopes that Deskhand needs at a store; an installation may add others that only read, such as `read_all_orders`. */
export const storeScopes = ["read_orders", "read_customers"] as const;

/** `reconnect`: the store no longer accepts our token and has to be connected again. */
const storeStates = ["none", "connected", "reconnect"] as const;

/** A store's own domain at the platform: NAME.myshopify.com, in lower case. The server calls no other host. */
const domain = /^[a-z\d][a-z\d-]{0,59}\.myshopify\.com$/;
const name = /^[a-z\d][a-z\d-]{0,59}$/;
/** The domain with what may surround it when it is copied: no user, no port, no dot at its end. */
const copied = /^(?:https?:\/\/)?([a-z\d][a-z\d-]{0,59}\.myshopify\.com)(?:[/?#]|$)/;
const inAdmin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z\d][a-z\d-]{0,59})(?:[/?#]|$)/;
const printable = /^[\x21-\x7e]{1,2000}$/;

/**
 * Returns a store's domain from what a person typed or copied: its name, its domain, or an address of its admin. Null for
 * anything else; letters that only look Latin are never turned into Latin ones.
 */
export function toStoreDomain(text: string): string | null {
  const trimmed = text.trim();
  if (!printable.test(trimmed)) return null;
  const typed = trimmed.toLowerCase();
  if (name.test(typed)) return `${typed}.myshopify.com`;
  const handle = inAdmin.exec(typed)?.[1];
  return handle ? `${handle}.myshopify.com` : (copied.exec(typed)?.[1] ?? null);
}

/** Whether a text is a store's domain in the stored form. */
export function isStoreDomain(text: string): boolean {
  return domain.test(text);
}

const storeStatusSchema = z.object({
  state: z.enum(storeStates),
  /** NAME.myshopify.com; null while no store is connected, like all fields below. */
  shopDomain: z.string().nullable(),
  shopName: z.string().nullable(),
  /** Whether it was connected on the platform's own page, or by a pasted token. */
  origin: z.enum(["oauth", "manual"]).nullable(),
  /** What the store lets us do; `wantedScopes` is what we would ask for now. */
  scopes: z.array(z.string()),
  wantedScopes: z.array(z.string()),
  connectedAt: timestamp.nullable(),
  lastSyncAt: timestamp.nullable(),
  /** Whether the platform sends us changes by itself. */
  hasWebhooks: z.boolean(),
  /** The store's admin, without a slash at the end: its orders are below `/orders/{id}`, customers below `/customers/{id}`. */
  adminUrl: z.string().nullable(),
  /** Whether this installation has an app at the platform; a token can be pasted in any case. */
  canConnectByOauth: z.boolean(),
  isSelfTestOffered: z.boolean(),
  /** The page of the stand-in on this machine that plays the platform; null with the real platform. */
  standInUrl: z.string().nullable(),
  /** Whether data of the disconnected store is still being removed; no store can be connected until then. */
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
  /** The number at the store, regardless of what is here. */
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
  /** Counts what is here of the store. */
  counts: endpoint("store:read", "GET", "/shopify/counts").output(
    z.object({ customers: z.number().int(), orders: z.number().int() }),
  ),
  /** Returns the platform's page that asks for permission to connect; it leads back to `/api/shopify/callback`. */
  connect: endpoint("store:manage", "POST", "/shopify/connect")
    .errors({ ...among("store_oauth_unavailable"), ...takenRefusals })
    .input(z.object({ shopDomain: shopDomain("Please enter your Shopify store domain first") }))
    .output(z.object({ authorizationUrl: z.string() })),
  /** Confirms after the return that the store belongs to this tenant and was connected by the person who asks. */
  associate: endpoint("store:manage", "POST", "/shopify/associate")
    .errors(among("store_not_connected"))
    .input(z.object({ shopDomain: shopDomain("Shopify domain is required") }))
    .output(storeStatusSchema),
  /** Connects a store with a token made there, once the store accepts it. */
  save: endpoint("store:manage", "PUT", "/shopify/store")
    .errors({ ...refusals, ...takenRefusals })
    .input(credentialsSchema)
    .output(storeStatusSchema),
  /** Tries a domain and a token without saving them. */
  test: endpoint("store:manage", "POST", "/shopify/test")
    .errors(refusals)
    .input(credentialsSchema)
    .output(testResultSchema),
  /** Tries the saved connection. */
  testSaved: endpoint("store:manage", "POST", "/shopify/test-saved")
    .errors({ ...refusals, ...among("store_not_connected") })
    .output(testResultSchema),
  /** Tries every part of the connection; not in production. */
  selfTest: endpoint("store:manage", "POST", "/shopify/self-test").errors(among("not_found")).output(selfTestSchema),
  /** Removes the credentials and all data from the store. `isTold` is false if the platform could not be told. */
  disconnect: endpoint("store:manage", "POST", "/shopify/disconnect")
    .errors(among("store_not_connected"))
    .output(z.object({ shopDomain: z.string(), isTold: z.boolean() })),
};

/** The newest orders, or the changes since the last sync; `backfill` runs by itself, once, after connecting. */
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
  /** The highest of the store's ids that it read. */
  lastOrderId: z.string().nullable(),
  /** Null if it cannot be known in advance. */
  ordersExpected: z.number().int().nullable(),
  /** Orders that could not be saved, each with its id and the reason; at most 50. */
  unreadable: z.array(z.string()),
  /** Null for a sync that started by itself. */
  startedByName: z.string().nullable(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type Sync = z.infer<typeof syncSchema>;

export const syncs = {
  /** Starts a sync, which continues by itself. */
  start: endpoint("store:manage", "POST", "/shopify/syncs")
    .errors(among("store_not_connected", "store_needs_reconnecting", "sync_running", "sync_needs_full"))
    .input(z.object({ kind: z.enum(["full", "incremental"]) }))
    .output(syncSchema),
  /** Reads an order again if its sums are unknown; `isRead` is false if they are known, and without a store. */
  readOrder: endpoint("orders:read", "POST", "/shopify/orders/{id}/read", {
    twice: "an order that waits to be read is read once",
  })
    .errors(among("order_not_found"))
    .input(z.object({ id }))
    .output(z.object({ isRead: z.boolean() })),
  /** Lists the running sync and the last 10 finished ones, newest first. */
  list: endpoint("store:read", "GET", "/shopify/syncs").output(
    z.object({ running: z.array(syncSchema), history: z.array(syncSchema) }),
  ),
};
