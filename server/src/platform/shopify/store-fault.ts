import { isStoreDomain } from "@deskhand/contract/shopify";
import { QuotingError } from "../error-code.ts";

/**
 * - `revoked`: the store no longer accepts our token; it must be connected again.
 * - `throttled`: it has had too many requests for now.
 * - `unreachable`: no answer, or a fault of its own; a later try may succeed.
 * - `refused`: a retry gets the same answer: a missing scope, a closed store.
 * - `unreadable`: its answer is not what was requested.
 */
type StoreFaultKind = "revoked" | "throttled" | "unreachable" | "refused" | "unreadable";

/** A store gave no usable answer. The message contains no token. */
export class StoreFault extends QuotingError {
  override readonly name = "StoreFault";
  readonly kind: StoreFaultKind;
  /** HTTP status of the last answer, if any. */
  readonly status: number | null;
  /** GraphQL's code of a refusal, such as ACCESS_DENIED for a missing scope; null if there is none. */
  readonly code: string | null;
  /** Whether it proves that the store did nothing: the request never arrived, or was refused before any of it ran. */
  readonly isProofOfNothing: boolean;

  constructor(
    kind: StoreFaultKind,
    message: string,
    status: number | null = null,
    { code = null, isProofOfNothing = false }: { code?: string | null; isProofOfNothing?: boolean } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.isProofOfNothing = isProofOfNothing;
  }
}

const longest = 200;

/** Shortens a store's message to one line without anything that looks like a token or our secret. */
export function readableWords(words: string, secrets: readonly string[] = []): string {
  let clean = words.slice(0, 2_000);
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, "…");
  // Shopify's tokens: shpat_, shpca_, shpss_, shprt_ and future ones.
  const line = clean
    .replace(/\bshp[a-z]{1,4}_\w+/gi, "…")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\s\x00-\x1f\x7f]+/g, " ")
    .trim();
  // Half of a surrogate pair could not be stored as JSON.
  return (line.length > longest ? `${line.slice(0, longest)}…` : line).toWellFormed();
}

/**
 * Returns a store's URL: `{shop}` in the setting SHOPIFY_STORE_URL stands for its domain. Throws unless it is a store's
 * domain.
 */
export function storeUrlOf(pattern: string, shopDomain: string): string {
  if (!isStoreDomain(shopDomain)) throw new TypeError(`Not the domain of a store: ${JSON.stringify(shopDomain)}`);
  return pattern.replace("{shop}", shopDomain);
}

/** Returns the URL of a local stand-in for Shopify; null for Shopify itself. */
export function standInUrlOf(pattern: string): string | null {
  const { protocol, origin } = new URL(storeUrlOf(pattern, "a.myshopify.com"));
  return protocol === "http:" ? origin : null;
}

/** Returns the origin of product pictures: Shopify's servers, or the local stand-in. */
export function picturesUrlOf(pattern: string): string {
  return standInUrlOf(pattern) ?? "https://cdn.shopify.com";
}
