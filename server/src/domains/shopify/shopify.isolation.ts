import { tokenOf } from "../../testing/full-store.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { orderId, secret }) => ({
  inputs: {
    "syncs.readOrder": () => ({ id: orderId }),
    "syncs.start": () => ({ kind: "full" }),
    "syncs.list": () => ({}),
    "orderGrant.status": () => ({}),
    "orderGrant.readAgain": () => ({}),
    "orderGrant.takeBack": () => ({}),
    "orderGrant.allow": () => ({}),
    "shopify.status": () => ({}),
    "shopify.counts": () => ({}),
    "shopify.connect": () => ({ shopDomain: `${secret}.myshopify.com` }),
    "shopify.associate": () => ({ shopDomain: `${secret}.myshopify.com` }),
    "shopify.save": () => ({ shopDomain: `${secret}.myshopify.com`, accessToken: tokenOf(secret) }),
    // No store's row is tried: anybody with a store's token may see its name.
    "shopify.test": () => ({
      shopDomain: "try-it.myshopify.com",
      accessToken: tokenOf("try-it-to-see-whether-it-works"),
    }),
    "shopify.testSaved": () => ({}),
    "shopify.selfTest": () => ({}),
    "shopify.disconnect": () => ({}),
  },
});
