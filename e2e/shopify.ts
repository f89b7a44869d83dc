import type { Page } from "playwright";

/** A desk's Shopify, where a journey plays the merchant. */
export interface Shopify {
  url: string;
  /** Presses a button of its control page; returns the page's text afterwards. */
  press(action: string, fields?: Record<string, string>): Promise<string>;
  /** Opens a store of this name. */
  openStore(name: string): Promise<void>;
  /** Makes an access token by hand, as in a custom app of the store. */
  makeToken(name: string, scopes?: string): Promise<string>;
}

/** Finds a desk's Shopify by the address to which it sends an admin who connects a store. */
export async function findShopify(page: Page): Promise<Shopify> {
  const response = await page.request.post("/api/shopify/connect", { data: { shopDomain: "any-store" } });
  const { authorizationUrl }: { authorizationUrl: string } = await response.json();
  const url = new URL(authorizationUrl).origin;

  async function press(action: string, fields: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${url}/control/${action}`, { method: "POST", body, redirect: "manual" });
    const done = new URL(answer.headers.get("location") ?? "/", url).searchParams.get("done");
    if (done === null) throw new Error(`${action} did not work: ${await answer.text()}`);
    return done;
  }
  return {
    url,
    press,
    openStore: async (name) => void (await press("new-store", { name })),
    async makeToken(name, scopes = "read_orders read_customers") {
      const answer = await press("token", { shop: `${name}.myshopify.com`, scopes });
      return /shpat_\w+/.exec(answer)?.[0] ?? "";
    },
  };
}
