import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Card } from "../../../ui/card.tsx";
import { Switch } from "../../../ui/form/switch.tsx";

/** The switch by which an admin asks everybody of the store for two factors, with who has none. */
export function RequireTwoFactor({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const queryKey = api.twoFactor.look.queryKey();
  const { can } = useSession();
  const { data } = useQuery(api.twoFactor.look.queryOptions());
  const change = useMutation(
    api.twoFactor.require.mutationOptions({
      ...failsOffline,
      onSuccess: ({ isRequired }) => cache.setQueryData(queryKey, (known) => known && { ...known, isRequired }),
    }),
  );
  if (data === undefined || !can("team:manage")) return null;
  return (
    <Card className="flex flex-col gap-2">
      <Switch
        label="Ask everybody for two-factor sign-in"
        description="Whoever has none sets it up before anything else, from this moment on."
        checked={change.isPending ? change.variables.isRequired : data.isRequired}
        disabled={change.isPending}
        onChange={(isRequired) => change.mutate({ isRequired })}
      />
      {children}
      <FailureBanner error={change.error} onDismiss={change.reset} />
    </Card>
  );
}
