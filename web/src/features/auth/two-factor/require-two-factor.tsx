import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Card } from "../../../ui/card.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { DangerDialog } from "../../../ui/overlay/dialog.tsx";

/**
 * The switch with which an admin requires two factors of everybody, after a question; `children` lists who has none.
 */
export function RequireTwoFactor({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const queryKey = api.twoFactor.look.queryKey();
  const { can } = useSession();
  const { data } = useQuery(api.twoFactor.look.queryOptions());
  const [isAsking, setAsking] = useState(false);
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
        onChange={(isRequired) => {
          change.reset();
          if (isRequired) setAsking(true);
          else change.mutate({ isRequired });
        }}
      />
      {children}
      {!isAsking && <FailureBanner error={change.error} onDismiss={change.reset} />}
      {isAsking && (
        <DangerDialog
          title="Ask Everybody for Two-Factor Sign-In"
          confirmText="Ask everybody"
          busyText="Saving..."
          isBusy={change.isPending}
          onConfirm={() => change.mutate({ isRequired: true }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <FailureBanner error={change.error} onDismiss={change.reset} />
          <p>
            Whoever has none is stopped at once, wherever they are signed in: they need an authenticator app on their
            phone and set it up before they can go on. What they were writing is kept.
          </p>
          <p className="text-soft">While you ask for it, nobody can turn it off.</p>
          {children}
        </DangerDialog>
      )}
    </Card>
  );
}
