import { isStoreDomain } from "@deskhand/contract/shopify";
import { QuotingError } from "../error-code.ts";

/**
 * - `revoked`: the store no longer takes our token; only connecting it again helps.
 * - `throttled`: it has had enough requests for now.
 * - `unreachable`: no answer, or none but a fault of its own; later may be better.
 * - `refused`: it answered, and will answer the same again: a missing scope, a store that is closed.
 * - `unreadable`: it answered something else than was asked for.
 */
type StoreFaultKind = "revoked" | "throttled" | "unreachable" | "refused" | "unreadable";

/** A store gave no answer that can be used. Its message holds no token. */
export class StoreFault extends QuotingError {
  override readonly name = "StoreFault";
  readonly kind: StoreFaultKind;
  /** The HTTP status of the last answer, when there was one. */
  readonly status: number | null;

  constructor(kind: StoreFaultKind, message: string, status: number | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const longest = 200;

/** What a store said, in one short line and without anything that looks like a token or a secret of ours. */
export function readableWords(words: string, secrets: readonly string[] = []): string {
  let open = words.slice(0, 2_000);
  for (const secret of secrets) if (secret !== "") open = open.replaceAll(secret, "…");
  // Anything that begins like a token of the platform: shpat_, shpca_, shpss_, shprt_ and those to come.
  const line = open
    .replace(/\bshp[a-z]{1,4}_\w+/gi, "…")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\s\x00-\x1f\x7f]+/g, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

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
