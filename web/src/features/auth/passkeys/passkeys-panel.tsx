import { limits } from "@deskhand/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { knowsPasskeys } from "../../../lib/auth/auth.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Proof } from "../settings/proof-field.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { PasskeyItem } from "./passkey-item.tsx";

/** One's own passkeys, each with a way to rename and to remove it, and a way to add one. */
export function PasskeysPanel({ asks }: { asks: Proof }) {
  const { data, error, refetch } = useQuery(api.passkeys.list.queryOptions({ refetchOnMount: "always" }));
  const [isAdding, setAdding] = useState(false);
  const count = data?.items.length ?? 0;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">Passkeys</h3>
      <p className="text-soft">
        Sign in with the fingerprint, face or PIN of a device instead of a password. A passkey needs no code beside it.
      </p>
      {data === undefined && error === null && <Skeleton className="h-12 w-full rounded-panel" />}
      {data === undefined && <FailureBanner error={error} onRetry={refetch} />}
      {count > 0 && (
        <ul aria-label="Passkeys" className="flex flex-col divide-y divide-line rounded-panel border border-line">
          {data?.items.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} asks={asks} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey asks={asks} onDone={() => setAdding(false)} />}
      {!isAdding && knowsPasskeys() && count < limits.passkeys && (
        <div>
          <Button icon={<KeyRound size={15} aria-hidden />} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </div>
      )}
    </section>
  );
}
