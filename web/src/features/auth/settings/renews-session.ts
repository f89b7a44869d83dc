import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { expectSignOut } from "../../../lib/login-address.ts";

/** What was asked with the old token may still come back so long after the new one is here. */
const RENEWAL_MS = 3_000;

/**
 * For a mutation that gives the session another token: the server hangs up on the old one before the new one is here, which
 * is no end of the session.
 */
export function renewsSession(cache: QueryClient) {
  return {
    onMutate: () => expectSignOut(true),
    onSettled: () => {
      setTimeout(() => expectSignOut(false), RENEWAL_MS);
      void cache.invalidateQueries({ queryKey: api.account.me.key() });
    },
  };
}
