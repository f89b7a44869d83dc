import type { Domain } from "../../platform/domain.ts";
import { callbackRoutes } from "./connection/callback.routes.ts";
import { shopifyRoutes } from "./shopify.routes.ts";

export const shopify: Domain = {
  routes: () => ({ shopify: shopifyRoutes }),
  streams: [callbackRoutes],
};
