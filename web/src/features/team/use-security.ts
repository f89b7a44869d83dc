import type { Security } from "@deskhand/contract/admin/security";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { announce } from "../../ui/announcer.tsx";

/** How the team signs in. */
export function useSecurity() {
  return useQuery(api.security.read.queryOptions({ refetchOnMount: "always" }));
}

function useKept() {
  const cache = useQueryClient();
  return (saved: Security) => cache.setQueryData(api.security.read.queryKey(), saved);
}

/** Allows signing in at a provider, or no more. */
export function useAllowProvider() {
  const keep = useKept();
  return useMutation(api.security.allowProvider.mutationOptions({ ...failsOffline, onSuccess: keep }));
}

/** Signs a colleague out everywhere. */
export function useSignOut(onDone: () => void) {
  const keep = useKept();
  return useMutation(
    api.security.signOut.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        keep(saved);
        announce("Signed out everywhere");
        onDone();
      },
    }),
  );
}
