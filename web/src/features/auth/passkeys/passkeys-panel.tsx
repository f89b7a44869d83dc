import { limits } from "@deskhand/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { knowsPasskeys } from "../../../lib/auth/auth.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Proof } from "../settings/proof-field.tsx";
import { AddPasskey } from "./add-passkey.tsx";

type Passkey = { id: string; name: string; createdAt: string };

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
            <PasskeyItem key={passkey.id} passkey={passkey} />
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

function PasskeyItem({ passkey: { id, name, createdAt } }: { passkey: Passkey }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const show = {
    ...failsOffline,
    onSuccess: (list: { items: Passkey[] }) => {
      cache.setQueryData(api.passkeys.list.queryKey(), list);
      setTyped(null);
    },
  };
  const rename = useMutation(api.passkeys.rename.mutationOptions(show));
  const remove = useMutation(api.passkeys.remove.mutationOptions(show));
  const form = useForm<"name">({ save: rename, send: () => rename.mutate({ id, name: typed ?? name }) });
  if (typed !== null) {
    return (
      <li className="p-3">
        <form {...form.props} className="flex flex-wrap items-center gap-2">
          <Input
            aria-label="Name of the passkey"
            className="min-w-40 flex-1"
            maxLength={limits.passkeyNameLength}
            value={typed}
            aria-invalid={form.faults.name !== undefined || undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              form.edited();
            }}
          />
          <Button type="submit" variant="primary" busy={rename.isPending} busyText="Saving...">
            Save
          </Button>
          <Button onClick={() => setTyped(null)}>Cancel</Button>
          {form.faults.name !== undefined && <p className="basis-full text-red text-sm">{form.faults.name}</p>}
          <FailureBanner error={form.failure} />
        </form>
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <span className="min-w-0 flex-1">
        <span className="block break-anywhere font-medium">{name}</span>
        <span className="block text-soft text-sm">Added {formatDateTime(createdAt)}</span>
      </span>
      <Button size="sm" aria-label={`Rename ${name}`} onClick={() => setTyped(name)}>
        Rename
      </Button>
      <Button
        size="sm"
        variant="danger"
        aria-label={`Remove ${name}`}
        busy={remove.isPending}
        busyText="Removing..."
        onClick={() => remove.mutate({ id })}
      >
        Remove
      </Button>
      <FailureBanner error={remove.error} onDismiss={remove.reset} />
    </li>
  );
}
