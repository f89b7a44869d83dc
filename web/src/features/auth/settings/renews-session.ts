import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { expectSignOut } from "../../../lib/login-address.ts";

/** How long requests with the old token may fail after the new one has arrived. */
const RENEWAL_MS = 3_000;

/**
 * Wraps a mutation that replaces the session's token: the server rejects the old one before the new one arrives, which
 * does not end the session.
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
