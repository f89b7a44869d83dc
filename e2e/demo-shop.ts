import { readFileSync } from "node:fs";
import { inject } from "vitest";
import type { ServerPlace } from "./running-server.ts";

/** Returns the address of the demo store's stand-in platform, which the server printed at its start. */
function demoShopUrl({ logFile }: ServerPlace): string {
  const url = /Demo Shopify\s+(http:\/\/localhost:\d+)/.exec(readFileSync(logFile, "utf8"))?.[1];
  if (url === undefined) throw new Error("The server plays no platform for the demo store");
  return url;
}

/** Presses a button on the page that plays the demo store's merchant and carrier. */
export async function atDemoShop(action: string, fields: Record<string, string>): Promise<void> {
  const place = inject("places")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!place) throw new Error("No server was started for this worker");
  const body = new URLSearchParams({ shop: "lumen-and-loom.myshopify.com", ...fields });
  const answer = await fetch(`${demoShopUrl(place)}/control/${action}`, { method: "POST", body, redirect: "manual" });
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`${answer.status} ${await answer.text()}`);
}
