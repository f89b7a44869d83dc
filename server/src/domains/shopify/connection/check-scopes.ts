import { storeScopes } from "@deskhand/contract/shopify";
import { fail } from "../../../platform/fail.ts";

/** Fails unless a token may read all that is needed; who may write something may read it (shopify.dev: API access scopes). */
export function checkScopes(granted: readonly string[]): void {
  const has = new Set(granted);
  const missing = storeScopes.filter((scope) => !has.has(scope) && !has.has(scope.replace("read_", "write_")));
  if (missing.length > 0) throw fail("store_scopes_missing", { missing });
}
