import { wantedActionScopes } from "@deskhand/contract/actions/action-kinds";
import type { ShopifyStandIn, StandInOptions } from "../../../../stand-ins/shopify/create-stand-in.ts";
import { type Desk, openDesk } from "../open-desk.ts";
import { allScopes, openShopify } from "./open-shopify.ts";

/** The orders that a store opened by its token has at Shopify. */
export const actableOrders = [7_001, 7_002];

/** A desk beside a Shopify. */
export type ShopifyDesk = Desk & {
  shopify: ShopifyStandIn;
  /** Opens one more store at Shopify; returns its domain. */
  newShop(): string;
  /** Opens a store that accepts this token, as a store made at Shopify would. */
  openShop(domain: string, accessToken: string): void;
};

/** Opens a desk, website and worker by default, and a Shopify that has it as an app. */
export async function openShopifyDesk(
  options: StandInOptions = {},
  desk: Parameters<typeof openDesk>[0] = {},
): Promise<ShopifyDesk> {
  const { shopify, settings } = await openShopify(options);
  const app = await openDesk({ ...desk, shopify: settings });
  let shops = 0;
  return {
    ...app,
    shopify,
    newShop() {
      shops += 1;
      const domain = `shop-${shops}.myshopify.com`;
      shopify.addStore({ domain, name: domain });
      return domain;
    },
    openShop(domain, accessToken) {
      const store = shopify.addStore({ domain, name: domain });
      Object.assign(store.addToken([...allScopes, ...wantedActionScopes], { isCustom: true }), { accessToken });
      for (const id of actableOrders) store.createOrder({ id, lineItems: [{ title: "Lamp", price: "5.00" }] });
    },
    async stop() {
      await app.stop();
      await shopify.close();
    },
  };
}
