import { setTimeout as sleep } from "node:timers/promises";
import { createShopifyStandIn } from "../../stand-ins/shopify/create-stand-in.ts";
import { storePort } from "../data/people.ts";
import { HttpConnection, textOf } from "../load/http-client.ts";
import { browserHeaders } from "../load/sign-in.ts";
import type { Case } from "./case.ts";

const path = "/api/shopify/syncs";
const orders = 250;

/**
 * A full sync of 250 changed orders, from the click to "Sync Completed"; the store does not throttle and has its own process.
 * Each worker is another tenant: one alone should take less than 3 s, and eight should run side by side.
 */
export const shopifySync: Case = {
  name: "shopify.sync 250",
  aim: { rps: 1 },
  hasBareSql: false,
  async open({ httpPort, cookies }, concurrency) {
    const standIn = await createShopifyStandIn({ port: storePort, throttle: { isOn: false } });
    const stores = await Promise.all(
      cookies.slice(0, concurrency).map(async (cookie, tenant) => {
        const domain = `sync-${concurrency}-${tenant}.myshopify.com`;
        const store = standIn.addStore({ domain });
        const { accessToken } = store.addToken(["read_orders", "read_customers"], { isCustom: true });
        const origin = `http://127.0.0.1:${httpPort}`;
        const send = async (method: string, to: string, body?: object) => {
          const headers = { cookie, origin, "content-type": "application/json" };
          const response = await fetch(`${origin}${to}`, {
            method,
            headers,
            ...(body && { body: JSON.stringify(body) }),
          });
          if (!response.ok) throw new Error(`${to} was answered with ${response.status}: ${await response.text()}`);
        };
        await send("PUT", "/api/shopify/store", { shopDomain: domain, accessToken });
        return { store, send, headers: browserHeaders(cookie), http: new HttpConnection(httpPort) };
      }),
    );
    return {
      async task(worker) {
        const played = stores[worker];
        if (!played) throw new RangeError("No such store");
        // Every order has a new number and date, so each is written.
        played.store.fill(orders);
        const started = await played.http.post(path, played.headers, JSON.stringify({ kind: "full" }));
        if (started.status !== 200) throw new Error(`${path}: ${textOf(started)}`);
        const { id }: { id: string } = JSON.parse(textOf(started));
        for (;;) {
          const { history }: { history: { id: string; ordersSynced: number }[] } = JSON.parse(
            textOf(await played.http.get(path, played.headers)),
          );
          const ended = history.find((sync) => sync.id === id);
          if (ended?.ordersSynced === orders) return;
          if (ended) throw new Error(`The sync ended otherwise: ${JSON.stringify(ended)}`);
          await sleep(20);
        }
      },
      close() {
        for (const { http, send } of stores) {
          http.close();
          void send("POST", "/api/shopify/disconnect", {}).catch(() => undefined);
        }
        void standIn.close();
      },
    };
  },
};
