import type { AdminApi, AdminQuery } from "../../../platform/shopify/admin-api.ts";
import { readableWords, StoreFault } from "../../../platform/shopify/store-fault.ts";

/** A request that changes something was sent, and its answer was lost: it may have been done. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";
}

/** A request that changes something was sent, or should have been, and the fault proves that nothing was done. */
export class NotDone extends Error {
  override readonly name = "NotDone";
  readonly fault: StoreFault;

  constructor(fault: StoreFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Sends a mutation once. Rejects with a LostAnswer if it may have been done, and with NotDone if it certainly was not. */
export async function sendOnce<Data>(
  store: AdminApi,
  query: AdminQuery<Data>,
  variables: Record<string, unknown>,
): Promise<Data> {
  try {
    return await store.ask(query, variables);
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    throw error.isProofOfNothing ? new NotDone(error) : new LostAnswer(error.message);
  }
}

/** Shopify's own words for why it did not do something. */
export function errorWords(errors: readonly { message: string }[]): string {
  return (
    readableWords([...new Set(errors.map(({ message }) => message))].join(". ")) ||
    "Shopify refused it without a reason"
  );
}
