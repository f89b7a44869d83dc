import { once } from "node:events";
import { createServer } from "node:http";
import { type Faults, openFaults } from "./faults.ts";
import type { Asked } from "./graphql/answer-query.ts";
import { type Bucket, fullBucket, type ThrottleOptions } from "./graphql/throttle.ts";
import type { GrantedCode } from "./oauth/authorize.ts";
import { respond } from "./respond.ts";
import { newStore } from "./state/new-store.ts";
import { openStore, type Store } from "./state/store.ts";
import type { StandInApp, StoreState } from "./state/store-state.ts";
import { openStoreControls, type StoreControls } from "./store-controls.ts";
import { type Courier, type CourierOptions, openCourier } from "./webhooks/courier.ts";

export type StandInOptions = {
  /** 0 or undefined for a free port. */
  port?: number;
  app?: Partial<StandInApp>;
  /** The stores at its start; more can be added at any time. */
  stores?: (Partial<StoreState> & Pick<StoreState, "domain">)[];
  throttle?: Partial<ThrottleOptions>;
  webhooks?: Partial<CourierOptions>;
  /** The clock, in milliseconds. */
  now?: () => number;
};

/** The parts shared within a running stand-in. */
export type Desk = {
  url: string;
  app: StandInApp;
  stores: Map<string, StoreControls>;
  codes: Map<string, GrantedCode>;
  buckets: Map<string, Bucket>;
  throttle: ThrottleOptions;
  faults: Faults;
  courier: Courier;
  /** The latest queries, oldest first. */
  asked: Asked[];
  now: () => number;
  /** Called after each change, by the code that saves the state. */
  changed: () => void;
};

export type ShopifyStandIn = Desk & {
  /** For the setting SHOPIFY_STORE_URL. */
  storeUrl: string;
  /** Returns a store by its domain; throws if there is none. */
  store(domain: string): StoreControls;
  addStore(input: Partial<StoreState> & Pick<StoreState, "domain">): StoreControls;
  close(): Promise<void>;
};

const defaults = {
  throttle: { maximumAvailable: 2000, restoreRate: 100, largestQuery: 1000, pricing: "strict", isOn: true },
  webhooks: { retryDelays: [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000], timeout: 5_000, copies: 1 },
  app: {
    apiKey: "stand-in-key",
    apiSecret: "stand-in-secret",
    name: "Deskhand",
    redirectUris: [],
    webhookUrl: null,
    topics: [],
  },
} satisfies { throttle: ThrottleOptions; webhooks: CourierOptions; app: StandInApp };

/** Starts a server on this machine that treats an app as Shopify does. */
export async function createShopifyStandIn(options: StandInOptions = {}): Promise<ShopifyStandIn> {
  const desk: Desk = {
    url: "",
    app: { ...defaults.app, ...options.app },
    stores: new Map(),
    codes: new Map(),
    buckets: new Map(),
    asked: [],
    throttle: { ...defaults.throttle, ...options.throttle },
    faults: openFaults(),
    courier: openCourier({ ...defaults.webhooks, ...options.webhooks }),
    now: options.now ?? Date.now,
    changed: () => undefined,
  };
  const addStore = (input: Partial<StoreState> & Pick<StoreState, "domain">) => {
    const controls = openStoreControls(desk, openStore(newStore(input, desk.now())));
    desk.stores.set(input.domain, controls);
    desk.changed();
    return controls;
  };
  for (const store of options.stores ?? []) addStore(store);
  const server = createServer((request, response) => void respond(desk, request, response));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
  desk.url = `http://localhost:${address.port}`;
  return Object.assign(desk, {
    storeUrl: `${desk.url}/{shop}`,
    addStore,
    store(domain: string) {
      const controls = desk.stores.get(domain);
      if (!controls) throw new Error(`The stand-in has no store ${domain}`);
      return controls;
    },
    async close() {
      desk.courier.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

/** Returns our app's bucket at a store. */
export function bucketOf({ buckets, throttle, now }: Desk, { state }: Store): Bucket {
  const existing = buckets.get(state.domain);
  if (existing) return existing;
  const bucket = fullBucket(throttle, now());
  buckets.set(state.domain, bucket);
  return bucket;
}
