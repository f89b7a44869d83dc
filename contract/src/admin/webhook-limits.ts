/** The limits of webhooks and of what is done outside (docs/product.md#limits). */
export const webhookLimits = {
  /** Webhooks of a store. */
  webhooks: 20,
  webhookNameLength: 100,
  webhookUrlLength: 2_000,
  /** A receiver has so many seconds to answer. */
  webhookSeconds: 15,
  /** How long a delivery is tried, and how long it is listed afterwards, in days. */
  effectTriedDays: 3,
  effectKeptDays: 30,
  /** How many deliveries one request has sent again. */
  effectsReplayed: 1_000,
  /** How much of the receiver's answer is kept, in characters. */
  effectAnswerLength: 500,
} as const;
