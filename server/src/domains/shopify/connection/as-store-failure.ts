import { fail } from "../../../platform/fail.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";

/** Does something with a store; when the store has a fault, fails with the error of the catalogue that says so to people. */
export async function asStoreFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    throw fail(error.kind === "revoked" || error.kind === "refused" ? "store_refused" : "store_unreachable");
  }
}
