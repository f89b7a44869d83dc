import { isStoreDomain } from "@deskhand/contract/shopify";

/** Where a store is reached: `{shop}` of the setting SHOPIFY_STORE_URL is its domain. Throws for anything that is no such domain. */
export function storeUrlOf(pattern: string, shopDomain: string): string {
  if (!isStoreDomain(shopDomain)) throw new TypeError(`Not the domain of a store: ${JSON.stringify(shopDomain)}`);
  return pattern.replace("{shop}", shopDomain);
}

/** Where a stand-in plays Shopify on this machine; null where Shopify itself is meant. */
export function standInUrlOf(pattern: string): string | null {
  const { protocol, origin } = new URL(storeUrlOf(pattern, "a.myshopify.com"));
  return protocol === "http:" ? origin : null;
}

/** Where the pictures of products are: at Shopify's servers, or at the stand-in that plays Shopify on this machine. */
export function picturesUrlOf(pattern: string): string {
  return standInUrlOf(pattern) ?? "https://cdn.shopify.com";
}
