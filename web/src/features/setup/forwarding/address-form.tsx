import { type ReactNode, useState } from "react";
import type { CallError } from "../../../lib/failure.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";

interface AddressFormProps {
  label: string;
  hint: string;
  /** What the field begins with. */
  initial: string;
  verb: string;
  busyText: string;
  icon: ReactNode;
  /** What is said when it fails for no fault of the address. */
  title: string;
  save: {
    error: CallError | null;
    isPending: boolean;
    reset: () => void;
    mutate: (input: { address: string }, options?: { onSuccess: () => void }) => void;
  };
  /** Empties the field once it is done. */
  clears?: boolean;
}

/** A mail address that something is done with. */
export function AddressForm(props: AddressFormProps) {
  const { label, hint, initial, verb, busyText, icon, title, save, clears = false } = props;
  const [typed, setTyped] = useState<string>();
  const address = typed ?? initial;
  const form = useForm<"address">({
    save,
    send: () => save.mutate({ address }, { onSuccess: () => setTyped(clears ? "" : undefined) }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-2.5">
      <div className="grid items-start gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <InputField
          label={label}
          hint={hint}
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder="support@yourstore.com"
          value={address}
          error={form.faults.address}
          readOnly={save.isPending}
          onChange={({ target }) => {
            setTyped(target.value);
            form.edited();
          }}
        />
        <Button
          type="submit"
          className="sm:mt-6.5"
          icon={icon}
          disabled={address.trim() === ""}
          busy={save.isPending}
          busyText={busyText}
        >
          {verb}
        </Button>
      </div>
      <FailureBanner error={form.failure} title={title} onDismiss={form.clear} />
    </form>
  );
}
