import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { storePort } from "../data/people.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

const orders = 50_000;
const program = fileURLToPath(new URL("../load/play-store.ts", import.meta.url));
const removingSchema = z.object({ isRemoving: z.boolean() });
const syncsSchema = z.object({ running: z.array(z.object({ kind: z.string(), ordersSynced: z.number() })) });

/**
 * The list for agents while 50,000 orders of a store are imported. The stand-in store answers faster than any real one and shares
 * the processors. The list's p95 should be at most 1.5 times that of `tickets.list` in the same run.
 */
export function listWhileBackfilling(tickets: SampleTicket[]): Case {
  const list = httpCase("tickets.list+orders", { p95Ms: 15 }, tickets, () => ({
    path: "/api/tickets?view=active&limit=20",
  }));
  return {
    ...list,
    hasBareSql: false,
    async open(target, concurrency) {
      const shopDomain = `backfill-${concurrency}.myshopify.com`;
      const store = fork(program, [String(storePort), shopDomain, String(orders)]);
      const [accessToken]: string[] = await once(store, "message");
      const origin = `http://127.0.0.1:${target.httpPort}`;
      const headers = { cookie: target.cookies[0] ?? "", origin, "content-type": "application/json" };
      const send = async (method: string, path: string, body?: object) => {
        const response = await fetch(`${origin}${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
        return response;
      };
      const countSynced = async () => {
        const { running } = syncsSchema.parse(await (await send("GET", "/api/shopify/syncs")).json());
        return running.find(({ kind }) => kind === "backfill")?.ordersSynced;
      };
      await send("PUT", "/api/shopify/store", { shopDomain, accessToken });
      while (!(await countSynced())) await sleep(100);
      const [startedAt, before] = [performance.now(), (await countSynced()) ?? 0];
      const session = await list.open(target, concurrency);
      return {
        task: session.task,
        async close() {
          session.close();
          const synced = await countSynced();
          if (synced === undefined) throw new Error("All orders were over before the measurement was");
          const perSecond = (synced - before) / ((performance.now() - startedAt) / 1000);
          console.error(`  (${synced - before} orders came over meanwhile, ${perSecond.toFixed(0)} a second)`);
          await send("POST", "/api/shopify/disconnect", {});
          while (removingSchema.parse(await (await send("GET", "/api/shopify/status")).json()).isRemoving)
            await sleep(100);
          store.kill();
          await once(store, "exit");
        },
      };
    },
  };
}
