import type { Profile } from "@deskhand/contract/account";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

/** Shows one's own profile, as the server returned it, everywhere it stands. */
export function useShowProfile(): (profile: Profile) => Promise<void> {
  const cache = useQueryClient();
  const queryKey = api.account.me.queryKey();
  return async (profile) => {
    // An older response on its way would show the name before.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, (account) => account && { ...account, user: profile });
  };
}
