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
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type Proof, ProofField } from "../settings/proof-field.tsx";

/** The user's passkeys: rename, remove, add. */
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

type Passkey = { id: string; name: string; createdAt: string };

/** A passkey in the list; renaming and removing it ask for the same proof as adding one. */
function PasskeyItem({ passkey, asks }: { passkey: Passkey; asks: Proof }) {
  const { name, createdAt } = passkey;
  const [doing, setDoing] = useState<"rename" | "remove" | null>(null);
  if (doing !== null) {
    const Form = doing === "rename" ? RenameForm : RemoveForm;
    return (
      <li className="p-3">
        <Form passkey={passkey} asks={asks} onDone={() => setDoing(null)} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <span className="min-w-0 flex-1">
        <span className="block break-anywhere font-medium">{name}</span>
        <span className="block text-soft text-sm">Added {formatDateTime(createdAt)}</span>
      </span>
      <Button size="sm" aria-label={`Rename ${name}`} onClick={() => setDoing("rename")}>
        Rename
      </Button>
      <Button size="sm" variant="danger" aria-label={`Remove ${name}`} onClick={() => setDoing("remove")}>
        Remove
      </Button>
    </li>
  );
}

type FormProps = { passkey: Passkey; asks: Proof; onDone: () => void };

function RenameForm({ passkey: { id, name }, asks, onDone }: FormProps) {
  const [typed, setTyped] = useState(name);
  const { proof, given, set } = useProof(asks);
  const rename = useMutation(api.passkeys.rename.mutationOptions(useShown(onDone)));
  const form = useForm<"name" | "password" | "code">({
    save: rename,
    send: () => rename.mutate({ id, name: typed, ...given }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field label="Name of the passkey" error={form.faults.name}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={limits.passkeyNameLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              form.edited();
            }}
          />
        )}
      </Field>
      <ProofField
        asks={asks}
        value={proof}
        error={asks === null ? undefined : form.faults[asks]}
        onChange={(value) => {
          set(value);
          form.edited();
        }}
      />
      <FailureBanner error={form.failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={rename.isPending} busyText="Saving...">
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

function RemoveForm({ passkey: { id, name }, asks, onDone }: FormProps) {
  const { proof, given, set } = useProof(asks);
  const remove = useMutation(api.passkeys.remove.mutationOptions(useShown(onDone)));
  const form = useForm<"password" | "code">({ save: remove, send: () => remove.mutate({ id, ...given }) });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <p className="break-anywhere font-medium">Remove {name}? It signs in no more.</p>
      <ProofField
        asks={asks}
        autoFocus
        value={proof}
        error={asks === null ? undefined : form.faults[asks]}
        onChange={(value) => {
          set(value);
          form.edited();
        }}
      />
      <FailureBanner error={form.failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="danger" autoFocus={asks === null} busy={remove.isPending} busyText="Removing...">
          Remove passkey
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** The state of the proof field, and the proof as it is sent. */
function useProof(asks: Proof) {
  const [proof, set] = useState("");
  return { proof, set, given: asks === null ? {} : { [asks]: proof } };
}

/** Shows the list from the server's response. */
function useShown(onDone: () => void) {
  const cache = useQueryClient();
  return {
    ...failsOffline,
    onSuccess(list: { items: Passkey[] }) {
      cache.setQueryData(api.passkeys.list.queryKey(), list);
      onDone();
    },
  };
}

/** Adds a passkey: its name, a password or code, then the browser's own dialog. */
function AddPasskey({ asks, onDone }: { asks: Proof; onDone: () => void }) {
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [proof, setProof] = useState("");
  const add = useMutation({
    async mutationFn() {
      const { options } = await api.passkeys.begin.call(asks === null ? {} : { [asks]: proof });
      const response = await createPasskey(options);
      return response && api.passkeys.add.call({ name, response });
    },
    ...failsOffline,
    onSuccess(list) {
      if (!list) return;
      cache.setQueryData(api.passkeys.list.queryKey(), list);
      onDone();
    },
  });
  const form = useForm<"name" | "password" | "code">({
    check: () => (name.trim() === "" ? { name: "Name cannot be empty" } : {}),
    save: add,
    send: () => add.mutate(),
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field label="Name" hint="Such as the device that holds it." error={form.faults.name}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={limits.passkeyNameLength}
            placeholder="My laptop"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              form.edited();
            }}
          />
        )}
      </Field>
      <ProofField
        asks={asks}
        value={proof}
        error={asks === null ? undefined : form.faults[asks]}
        onChange={(value) => {
          setProof(value);
          form.edited();
        }}
      />
      <FailureBanner error={form.failure} />
      {add.data === null && <Banner kind="error">No passkey was made. Try again.</Banner>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={add.isPending} busyText="Please wait...">
          Add passkey
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** Creates a passkey in the browser; null when the user cancelled or this device already has one. */
async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Record<string, unknown> | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const credential = await navigator.credentials.create({ publicKey });
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : null;
  } catch (error) {
    // Cancelled, timed out, or already registered: the browser has said so.
    const names = ["NotAllowedError", "AbortError", "InvalidStateError"];
    if (error instanceof DOMException && names.includes(error.name)) return null;
    throw error;
  }
}
