import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  StandInApp,
  StoreState,
  StoreSubscription,
  StoreToken,
} from "../../../stand-ins/shopify/state/store-state.ts";
import { importStore, wantedTopics, webhookPath } from "../domains/shopify/index.ts";
import { findClusterOwner } from "../platform/db/embedded/cluster-home.ts";
import type { TenantTx } from "../platform/db/tenant.ts";
import { deriveKey } from "../platform/secrets/seal.ts";
import type { Settings } from "../platform/settings.ts";
import { findFreePort } from "../platform/start/claim-ports.ts";

/** Where the stand-in for the platform runs: its address, state file and version; and our own address for it. */
export type DemoShopHome = { port: number; url: string; file: string; apiVersion: string; publicUrl: string };

/** The default of SHOPIFY_STORE_URL. */
const realStoreUrl = "https://{shop}";

/**
 * Where to run the stand-in, beside the server's own port, for the demo store or for a store being set up; null for an
 * installation begun without one, and where a platform is configured.
 */
export async function findDemoShopHome(settings: Omit<Settings, "secret">): Promise<DemoShopHome | null> {
  const { shopify, roles, dataDir, port, smtpPort, metrics, publicUrl } = settings;
  if (shopify.app || shopify.storeUrl !== realStoreUrl || !roles.includes("web")) return null;
  const file = join(dataDir, "demo-shop.json");
  const isFresh = (await findClusterOwner(dataDir)) === undefined;
  if (!isFresh && !(await exists(file))) return null;
  const own = await findFreePort(port + 1, metrics ? [smtpPort, metrics.port] : [smtpPort]);
  return own === null
    ? null
    : { port: own, url: `http://localhost:${own}`, file, apiVersion: shopify.apiVersion, publicUrl };
}

/** The settings that connect the server to the demo store's platform. */
export function withDemoShop(settings: Settings, { url }: DemoShopHome): Settings {
  const { key, secret } = demoAppOf(settings);
  return { ...settings, shopify: { ...settings.shopify, app: { key, secret }, scopes, storeUrl: `${url}/{shop}` } };
}

/** The app and its token at the stand-in; derived from the installation's secret, so that nobody can guess them. */
function demoAppOf({ secret }: Pick<Settings, "secret">) {
  const draw = (purpose: string) => deriveKey(secret, `demo shop ${purpose}`).slice(0, 32);
  return { key: draw("key"), secret: draw("secret"), accessToken: `shpat_${draw("token")}` };
}

const scopes = ["read_orders", "read_all_orders", "read_customers"];

/** Connects the tenant to the demo store, and writes the store's state, with the app installed, for the stand-in. */
export async function connectDemoShop(
  tx: TenantTx,
  settings: Pick<Settings, "secret">,
  { apiVersion, publicUrl, file }: DemoShopHome,
  state: StoreState,
  now: number,
): Promise<void> {
  const { key, secret, accessToken } = demoAppOf(settings);
  const at = new Date(now).toISOString();
  const { domain: shopDomain, name: shopName } = state;
  const times = { connectedAt: at, lastSyncedAt: at, webhooksSince: at };
  await importStore(tx, settings.secret, { shopDomain, shopName, accessToken, scopes, apiVersion, ...times });
  const app = standInApp(key, secret);
  const token: StoreToken = {
    accessToken,
    isCustom: false,
    scopes,
    expiresAt: null,
    refreshToken: null,
    refreshExpiresAt: null,
    refreshedAt: null,
    replacedBy: null,
  };
  const subscriptions = [...wantedTopics].map(
    ([topic, includeFields], index): StoreSubscription => ({
      id: state.nextId + index,
      topic,
      uri: publicUrl + webhookPath,
      apiVersion,
      includeFields: [...includeFields],
      filter: null,
      name: null,
      createdAt: at,
      updatedAt: at,
      failures: 0,
    }),
  );
  const nextId = state.nextId + subscriptions.length;
  const content = JSON.stringify({ app, stores: [{ ...state, nextId, subscriptions, tokens: [token] }] });
  await writeFile(file, content, { mode: 0o600, flush: true });
}

/**
 * Writes the app for the stand-in of an installation without a demo store; the stand-in then opens a store to connect.
 */
export async function openTryOut(settings: Pick<Settings, "secret">, { file }: DemoShopHome): Promise<void> {
  if (await exists(file)) return;
  const { key, secret } = demoAppOf(settings);
  const content = JSON.stringify({ app: standInApp(key, secret), stores: [] });
  await writeFile(file, content, { mode: 0o600, flush: true });
}

function standInApp(apiKey: string, apiSecret: string): StandInApp {
  return { apiKey, apiSecret, name: "Deskhand", redirectUris: [], webhookUrl: null, topics: [] };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const root = resolve(import.meta.dirname, "../../..");
const program = join(root, "stand-ins", "shopify", "main.ts");
const patience = 2_000;

/**
 * Runs the stand-in for Shopify in a child process that always ends with this one; its failure does not affect the
 * server. Returns a function that stops it; null where its program is not installed.
 */
export function runDemoShop(
  { publicUrl }: Settings,
  { port, file }: DemoShopHome,
  warn: (message: string) => void,
): (() => Promise<void>) | null {
  if (!existsSync(program) || !existsSync(file)) return null;
  const args = [String(port), "--data", file, "--app", publicUrl, "--with-parent"];
  // It notices our end by its standard input closing.
  const child = spawn(process.execPath, ["--max-semi-space-size=4", program, ...args], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  let isStopping = false;
  child.on("error", (error) => warn(`The stand-in for Shopify did not start: ${error.message}`));
  child.on("exit", (code, signal) => {
    if (!isStopping)
      warn(`The stand-in for Shopify ended (${signal ?? code}); its stores cannot be reached until the next start`);
  });
  child.stdin.on("error", () => undefined);
  return async () => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin.end();
    await Promise.race([once(child, "exit"), sleep(patience, undefined, { ref: false })]);
    child.kill("SIGKILL");
  };
}
