/** The stores of the set, by how they number their orders; `stores.ts` says what is in them. */
export type StoreName =
  | "plain"
  | "affixed"
  | "dense"
  | "yearly"
  | "lettered"
  | "long"
  | "series"
  | "small"
  | "suffixed";

/** Who writes: to whom their mail's answer goes. "posing as jane" is a mail from her address that nobody could verify. */
export type Sender = "jane" | "posing as jane" | "bob" | "solo" | "guest" | "parted" | "fran" | "nobody";

/**
 * A mail and what must be found of it: each order with its certainty, in any order, "no" and the number for one that was looked
 * for and is not there, or "" for nothing.
 */
export type Case = readonly [store: StoreName, from: Sender, subject: string, text: string, found: string];
