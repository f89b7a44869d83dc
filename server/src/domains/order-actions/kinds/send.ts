import type { AdminApi, AdminQuery } from "../../../platform/shopify/admin-api.ts";
import { readableWords, StoreFault } from "../../../platform/shopify/store-fault.ts";

/** A request that changes something was sent, and its answer was lost: it may have been done. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";
}

/**
 * Sends a mutation once. Rejects with a LostAnswer if it may have been done, and with the StoreFault if it was not: a refusal, or too many
 * requests.
 */
export async function sendOnce<Data>(
  store: AdminApi,
  query: AdminQuery<Data>,
  variables: Record<string, unknown>,
): Promise<Data> {
  try {
    return await store.ask(query, variables);
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    if (error.kind === "unreachable" || error.kind === "unreadable") throw new LostAnswer(error.message);
    throw error;
  }
}

/** Shopify's own words for why it did not do something. */
export function errorWords(errors: readonly { message: string }[]): string {
  return (
    readableWords([...new Set(errors.map(({ message }) => message))].join(". ")) ||
    "Shopify refused it without a reason"
  );
}
