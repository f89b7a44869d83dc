import { QuotingError } from "../quoting-error.ts";

/**
 * - `revoked`: the store no longer takes our token; only connecting it again helps.
 * - `throttled`: it has had enough requests for now.
 * - `unreachable`: no answer, or none but a fault of its own; later may be better.
 * - `refused`: it answered, and will answer the same again: a missing scope, a store that is closed.
 * - `unreadable`: it answered something else than was asked for.
 */
export type StoreFaultKind = "revoked" | "throttled" | "unreachable" | "refused" | "unreadable";

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
