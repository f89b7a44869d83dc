/** The limits of API keys (docs/product.md#limits). */
export const apiKeyLimits = {
  /** Keys of a store that are not revoked. */
  apiKeys: 50,
  apiKeyNameLength: 80,
  /** Addresses and networks that one key is bound to. */
  apiKeyRanges: 20,
  /** How long the earlier secret may stay good after a rotation, in hours. */
  apiKeyOverlapHours: 168,
  /** An Idempotency-Key has so many characters. */
  idempotencyKeyLength: 200,
  /** How long a repeated write is known by its key, in hours. */
  writesKnownHours: 24,
  /** How long a revoked key is still told that it was, in days. */
  revokedKeysKeptDays: 90,
  /** Wrong keys from one address before it has to wait, and how many more it may try a minute. */
  keyGuesses: 30,
  keyGuessesPerMinute: 6,
} as const;
