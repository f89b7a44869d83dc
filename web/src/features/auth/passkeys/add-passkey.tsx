import { limits } from "@deskhand/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { type Proof, ProofField } from "../settings/proof-field.tsx";

/** Adds a passkey: a name for it, the password or a code, and what the browser then asks. */
export function AddPasskey({ asks, onDone }: { asks: Proof; onDone: () => void }) {
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

/** Has the browser make a passkey by what the server asks for; null when the person cancelled, or has one on this device already. */
async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Record<string, unknown> | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const made = await navigator.credentials.create({ publicKey });
    return made instanceof PublicKeyCredential ? { ...made.toJSON() } : null;
  } catch (error) {
    // Cancelled, not in time, or known to the device: the browser has said so.
    const names = ["NotAllowedError", "AbortError", "InvalidStateError"];
    if (error instanceof DOMException && names.includes(error.name)) return null;
    throw error;
  }
}
