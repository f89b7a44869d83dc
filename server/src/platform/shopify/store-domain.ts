/** A store's own domain at the platform: NAME.myshopify.com, in lower case. No other host is ever asked. */
const domain = /^[a-z\d][a-z\d-]{0,59}\.myshopify\.com$/;
const name = /^[a-z\d][a-z\d-]{0,59}$/;
/** With what may stand before and behind it where somebody copies it from: no user, no port, no dot at its end. */
const copied = /^(?:https?:\/\/)?([a-z\d][a-z\d-]{0,59}\.myshopify\.com)(?:[/?#]|$)/;
const inAdmin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z\d][a-z\d-]{0,59})(?:[/?#]|$)/;
const printable = /^[\x21-\x7e]{1,2000}$/;

/**
 * The domain of a store from what somebody typed or copied: its name, its domain, or an address of its admin. Null for
 * anything else; letters that only look like Latin ones are never made into such.
 */
export function toStoreDomain(text: string): string | null {
  const trimmed = text.trim();
  if (!printable.test(trimmed)) return null;
  const typed = trimmed.toLowerCase();
  if (name.test(typed)) return `${typed}.myshopify.com`;
  const handle = inAdmin.exec(typed)?.[1];
  return handle ? `${handle}.myshopify.com` : (copied.exec(typed)?.[1] ?? null);
}

/** Whether a text is a store's domain exactly as we keep it. */
export function isStoreDomain(text: string): boolean {
  return domain.test(text);
}

/** Where a store is reached: `{shop}` of the setting SHOPIFY_STORE_URL is its domain. Throws for anything that is no such domain. */
export function storeUrlOf(pattern: string, shopDomain: string): string {
  if (!isStoreDomain(shopDomain)) throw new TypeError(`Not the domain of a store: ${JSON.stringify(shopDomain)}`);
  return pattern.replace("{shop}", shopDomain);
}

/** The pages of the store's admin for people, without a slash at the end (shopify.dev: admin.shopify.com/store/{handle}). */
export function adminPagesOf(shopDomain: string): string {
  return `https://admin.shopify.com/store/${shopDomain.replace(/\.myshopify\.com$/, "")}`;
}
